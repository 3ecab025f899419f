/** What is refused before a door is asked, whatever its dialect. Each door has its own words for it. */
export type ListenRefusal =
  | { readonly code: "malformed_request"; readonly problem: string }
  /** A web page that the operator has not allowed. */
  | { readonly code: "foreign_origin"; readonly origin: string }
  /** A server on its own machine, called by another name. */
  | { readonly code: "foreign_host"; readonly host: string }
  | { readonly code: "body_too_large"; readonly limit: number }
  | { readonly code: "rate_limited"; readonly limit: string; readonly retryAfterSeconds: number }
  | { readonly code: "too_many_streams"; readonly limit: number }
  | { readonly code: "unavailable"; readonly retryAfterSeconds: number };

/** Our own mistake, about which a client learns nothing. */
export interface Fault {
  readonly code: "fault";
}

export type ListenRefused = { readonly ok: false; readonly refusal: ListenRefusal };

export type ListenResult<T> = { readonly ok: true; readonly value: T } | ListenRefused;

export function refuseToServe(refusal: ListenRefusal): ListenRefused {
  return { ok: false, refusal };
}
