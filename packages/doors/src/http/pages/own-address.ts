import type { HttpRequest } from "../../listen/http-request.ts";

const HOST = /^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;
/** For a request that does not say how it called this server. */
const UNKNOWN = "http://HOST";

/** This server's address as the reader of a page used it, also through a proxy. */
export function ownAddress({ header }: Pick<HttpRequest, "header">): string {
  const host = header("host");
  if (host === null || !HOST.test(host)) return UNKNOWN;
  return `${header("x-forwarded-proto") === "https" ? "https" : "http"}://${host}`;
}
