import type { HttpRequest, HttpResponse } from "../http-request.ts";
import type { Mount } from "../mount.ts";

/** A mount that says no with the refusal's code. */
export function plainMount(
  prefix: string,
  handle: (request: HttpRequest) => HttpResponse | Promise<HttpResponse>,
): Mount {
  const statuses: Readonly<Record<string, number>> = { body_too_large: 413, rate_limited: 429 };
  return {
    prefix,
    handle,
    refuse: (_, { code }) => ({ ...text(statuses[code] ?? 500, code), code }),
  };
}

export function text(status: number, body: string): HttpResponse {
  return { status, headers: {}, body };
}
