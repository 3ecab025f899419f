/**
 * The code of a system error, such as `ENOENT`. Empty for every other error, including Node's
 * `ERR_…`, which mean that we called it wrongly.
 */
export function errorCode(error: unknown): string {
  // What `node:os` throws has the system's code one level deeper.
  const told = error instanceof Error && "info" in error ? error.info : error;
  if (typeof told !== "object" || told === null) return "";
  if (!("code" in told) || typeof told.code !== "string") return "";
  return told.code.startsWith("ERR_") ? "" : told.code;
}
