/** Why a request got no answer, for people; null if the error does not say. */
export function networkProblem(error: unknown): string | null {
  const code = codeOf(error) ?? codeOf(error instanceof Error ? error.cause : null);
  if (code === null) return null;
  if (code.startsWith("ERR_SSL_"))
    return "it does not speak TLS; is it http:// instead of https://?";
  if (/CERT|SIGNATURE|ALTNAME/.test(code)) return `its TLS certificate is not valid (${code})`;
  return REASONS[code] ?? code;
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was cut off",
  UND_ERR_SOCKET: "the connection was cut off",
  ENOTFOUND: "its name was not found",
  EAI_AGAIN: "its name was not found",
  ETIMEDOUT: "the connection timed out",
  UND_ERR_CONNECT_TIMEOUT: "the connection timed out",
  ENETUNREACH: "the network is not reachable",
  EHOSTUNREACH: "the machine is not reachable",
};

function codeOf(error: unknown): string | null {
  const code = error instanceof Error ? Reflect.get(error, "code") : null;
  return typeof code === "string" ? code : null;
}
