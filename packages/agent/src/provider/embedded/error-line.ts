/** How much of a failure is quoted to the buyer. */
export const MAX_QUOTED = 300;
/** `Error [CODE]: …`, `ModuleNotFoundError: …`, `fatal: …`: programs print more after it. */
const NAMES_ERROR = /^(?:[\w.]*(?:Error|Exception)|error|fatal|panic)\b[^:]{0,100}:/;

/** The last line of a failure that names an error, or else that says anything. */
export function errorLine(output: string): string {
  const lines = output.split("\n").map((line) => line.trim());
  const saying =
    lines.findLast((line) => NAMES_ERROR.test(line)) ?? lines.findLast((line) => line !== "");
  return (saying ?? "no output").slice(0, MAX_QUOTED).toWellFormed();
}
