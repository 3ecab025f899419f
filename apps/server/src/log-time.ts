/**
 * The time of a line, as JSON has it. A second is written out once for all of its lines: to write
 * it for each would be a good part of what a line costs.
 */
export function logTime(nowMs: () => number = Date.now): () => string {
  let secondMs = Number.NaN;
  let begin = "";
  return () => {
    const atMs = nowMs();
    const ms = atMs % 1_000;
    if (atMs - ms !== secondMs) {
      secondMs = atMs - ms;
      begin = `,"time":"${new Date(secondMs).toISOString().slice(0, -"000Z".length)}`;
    }
    return `${begin}${String(ms).padStart(3, "0")}Z"`;
  };
}
