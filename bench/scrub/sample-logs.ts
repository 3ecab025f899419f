/** Logs like those a failed command leaves: mostly ordinary lines, a secret here and there. */
import type { MarkedText } from "../../packages/guard/src/scrub/corpus/read-corpus.ts";

const LINES = [
  (n: number) =>
    `2026-11-15T10:${two(n)}:${two(n * 7)}.${n % 1000}Z INFO  [exec-${n % 9}] c.a.shop.OrderController - GET /api/v1/orders/${n} status=200 duration=${n % 400}ms trace_id=4bf92f3577b34da6a3ce929d0e0e${n % 9000}`,
  (n: number) =>
    `    at Object.<anonymous> (/srv/app/node_modules/express/lib/router/layer.js:${n % 300}:5)`,
  (n: number) =>
    `npm warn deprecated glob@7.2.${n % 9}: versions prior to v9 are no longer supported`,
  (n: number) =>
    `10.0.${n % 256}.${(n * 3) % 256} - - [15/Nov/2026:10:38:59 +0000] "GET /item/${n} HTTP/1.1" 200 ${n % 9999} "-" "curl/8.5.0"`,
  (n: number) =>
    `{"level":30,"time":17632031${n % 10_000},"pid":17,"msg":"request completed","id":${n}}`,
  (n: number) =>
    `src/main.c:${n % 900}:21: warning: unused variable 'token_${n % 40}' [-Wunused-variable]`,
];

/** About this many units, one line in twenty from the corpus. */
export function sampleLogs(corpus: readonly MarkedText[], length: number): string {
  const rare = corpus.flatMap(({ text }) => text.split("\n"));
  const lines: string[] = [];
  for (let n = 0, size = 0; size < length; n += 1) {
    const line = n % 20 === 19 ? rare[n % rare.length] : LINES[n % LINES.length]?.(n);
    lines.push(line ?? "");
    size += (line?.length ?? 0) + 1;
  }
  return lines.join("\n");
}

function two(value: number): string {
  return String(value % 60).padStart(2, "0");
}
