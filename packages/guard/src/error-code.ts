/**
 * The code of a system error, such as `ENOENT`. Empty for every other error, including Node's
 * `ERR_…`, which mean that we called it wrongly.
 */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error && "code" in error && typeof error.code === "string")) return "";
  return error.code.startsWith("ERR_") ? "" : error.code;
}
