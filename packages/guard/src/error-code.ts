/**
 * What the system calls an error of its own, `ENOENT`. Empty for every other error, Node's
 * `ERR_…` too: those say that we called it wrongly.
 */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error && "code" in error && typeof error.code === "string")) return "";
  return error.code.startsWith("ERR_") ? "" : error.code;
}
