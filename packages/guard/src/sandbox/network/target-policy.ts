/**
 * Where a sandboxed command may connect to: allowed host names, at the port of TLS or of plain HTTP,
 * at public addresses.
 *
 * An allowed name may resolve to 127.0.0.1 or to a metadata service, so addresses are checked too,
 * and the checked address is the one connected to.
 */
import { BlockList, isIP } from "node:net";

export interface Target {
  readonly host: string;
  readonly port: number;
  readonly over: Protocol;
}

type Protocol = "tls" | "http";

const PORTS: Readonly<Record<Protocol, number>> = { tls: 443, http: 80 };
const NOT_A_NAME = "only host names are allowed, not addresses";

/** Why a target may not be connected to, before anything is resolved; null when it may. */
export function targetProblem(
  { host, port, over }: Target,
  allowed: readonly string[],
): string | null {
  if (isIP(host.replace(/^\[|\]$/g, "")) !== 0) return NOT_A_NAME;
  // Some resolvers accept any number as an address.
  if (/^(?:0x[0-9a-f]*|\d+)(?:\.(?:0x[0-9a-f]*|\d+))*\.?$/i.test(host)) {
    return NOT_A_NAME;
  }
  if (port !== PORTS[over]) return `port ${port} is not ${PORTS[over]}`;
  return isAllowed(host, allowed) ? null : `${host} is not on the list`;
}

/** Only what every resolver reads alike: others end a name at a slash, or do not. */
const HOST_NAME = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/;

/** One spelling of a name; empty if it is none. */
export function canonicalHost(host: string): string {
  const name = host.replace(/\.$/, "").toLowerCase();
  return HOST_NAME.test(name) ? name : "";
}

/** `*.example.org` allows subdomains, not the domain itself. */
function isAllowed(host: string, allowed: readonly string[]): boolean {
  const name = canonicalHost(host);
  return (
    name !== "" &&
    allowed.some((entry) =>
      entry.startsWith("*.") ? name.endsWith(entry.slice(1)) : name === entry,
    )
  );
}

const NOT_PUBLIC = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const) {
  NOT_PUBLIC.addSubnet(network, prefix, "ipv4");
}

/** Of IPv6, only global unicast without tunnels. */
const PUBLIC_V6 = new BlockList();
PUBLIC_V6.addSubnet("2000::", 3, "ipv6");
for (const [network, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const) {
  NOT_PUBLIC.addSubnet(network, prefix, "ipv6");
}

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !NOT_PUBLIC.check(address, "ipv4");
  if (isIP(address) !== 6) return false;
  return PUBLIC_V6.check(address, "ipv6") && !NOT_PUBLIC.check(address, "ipv6");
}
