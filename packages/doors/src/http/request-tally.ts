/**
 * How many requests were answered and how long that took, as Prometheus reads it.
 *
 * Labels take their values from tables of ours only: a route is the path of an endpoint with its
 * braces, never what somebody asked for. So there are few lines, and nothing in them is escaped.
 * They are counted in place and written when somebody asks, for every request comes here.
 */

export interface Observed {
  readonly method: string;
  /** The endpoint's path as its table has it; null where nothing fitted. */
  readonly route: string | null;
  readonly status: number;
  readonly seconds: number;
}

/** The requests of one method for one route. */
interface Line {
  readonly labels: string;
  readonly byStatus: Map<number, number>;
  /** How many were no slower than each bound, and slower than the one before. */
  readonly within: number[];
  count: number;
  seconds: number;
}

const METHODS: ReadonlySet<string> = new Set(["GET", "POST", "HEAD", "OPTIONS"]);
const BOUNDS = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100];
const TOTAL = "bazaar_http_requests_total";
const SECONDS = "bazaar_http_request_seconds";

export class RequestTally {
  readonly #lines = new Map<string | null, Map<string, Line>>();

  observe({ method, route, status, seconds }: Observed): void {
    const line = this.#lineOf(METHODS.has(method) ? method : "other", route);
    line.count += 1;
    line.seconds += seconds;
    line.byStatus.set(status, (line.byStatus.get(status) ?? 0) + 1);
    const bound = BOUNDS.findIndex((most) => seconds <= most);
    if (bound !== -1) line.within[bound] = (line.within[bound] ?? 0) + 1;
  }

  text(): string {
    const lines = [...this.#lines.values()].flatMap((byMethod) => [...byMethod.values()]);
    return [
      `# HELP ${TOTAL} Requests answered.`,
      `# TYPE ${TOTAL} counter`,
      ...lines.flatMap(totals),
      `# HELP ${SECONDS} Time from a request to the end of its answer.`,
      `# TYPE ${SECONDS} histogram`,
      ...lines.flatMap(durations),
      "",
    ].join("\n");
  }

  #lineOf(method: string, route: string | null): Line {
    const known = this.#lines.get(route)?.get(method);
    if (known !== undefined) return known;
    const line: Line = {
      labels: `method="${method}",route="${route ?? "unmatched"}"`,
      byStatus: new Map(),
      within: BOUNDS.map(() => 0),
      count: 0,
      seconds: 0,
    };
    const byMethod = this.#lines.get(route) ?? new Map<string, Line>();
    this.#lines.set(route, byMethod.set(method, line));
    return line;
  }
}

function totals({ labels, byStatus }: Line): readonly string[] {
  return [...byStatus].map(([status, count]) => `${TOTAL}{${labels},status="${status}"} ${count}`);
}

function durations({ labels, within, count, seconds }: Line): readonly string[] {
  let upTo = 0;
  const buckets = BOUNDS.map((bound, at) => {
    upTo += within[at] ?? 0;
    return `${SECONDS}_bucket{le="${bound}",${labels}} ${upTo}`;
  });
  return [
    ...buckets,
    `${SECONDS}_bucket{le="+Inf",${labels}} ${count}`,
    `${SECONDS}_sum{${labels}} ${seconds}`,
    `${SECONDS}_count{${labels}} ${count}`,
  ];
}
