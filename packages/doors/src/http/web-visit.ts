/** A request of this very process, without a socket: a web request that becomes a web answer. */
import { collect } from "./receive.ts";
import { parseQuery, Visit } from "./visit.ts";

export class WebVisit extends Visit {
  readonly socket = null;
  readonly outgoing = null;
  readonly #request: Request;
  readonly #search: string;
  #response: Response | null = null;

  constructor(request: Request) {
    const { pathname, search } = new URL(request.url);
    super(request.method, pathname);
    this.#request = request;
    this.#search = search;
  }

  /** Null until there is an answer. */
  get response(): Response | null {
    return this.#response;
  }

  header(name: string): string | null {
    return this.#request.headers.get(name);
  }

  query(): Readonly<Record<string, string>> {
    return parseQuery(this.#search);
  }

  body(limit: number): Promise<Uint8Array | null> {
    return collect(this.#request.body ?? [], limit);
  }

  gone(): AbortSignal {
    return this.#request.signal;
  }

  protected send(status: number, headers: readonly string[], text: string | null): void {
    const named = new Headers({ "X-Request-Id": this.id });
    for (let at = 0; at < headers.length; at += 2) {
      named.append(headers[at] ?? "", headers[at + 1] ?? "");
    }
    const body = this.method === "HEAD" ? null : text;
    this.#response = new Response(body, { status, headers: named });
  }
}
