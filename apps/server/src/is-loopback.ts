import { isIP } from "node:net";

/** Whether only programs on this machine can connect to the address. */
export function isLoopback(host: string): boolean {
  if (isIP(host) === 0) return host === "localhost" || host.endsWith(".localhost");
  return host === "::1" || host.startsWith("127.");
}
