/**
 * Which address rate limits and connection limits count.
 *
 * It is the socket's. X-Forwarded-For is used only if the socket belongs to a trusted proxy, and
 * only back to the first hop that is not one. An IPv6 address counts as its /64 network, because
 * one customer has a whole one, and as its /48 site, because many have all the networks of one.
 */
import { BlockList, isIP } from "node:net";

/** Of a longer chain of proxies only the last hops are read. */
const MAX_HOPS = 10;
/** What all networks of a site may use together, in shares of one address. */
export const SITE_SHARE = 8;

export class Addresses {
  readonly #proxies = new BlockList();

  /** Proxies are addresses, or networks with their prefix: `10.0.0.0/8`. */
  constructor(trustedProxies: readonly string[]) {
    for (const proxy of trustedProxies) {
      const [address = "", prefix] = proxy.split("/");
      if (prefix === undefined) this.#proxies.addAddress(address, familyOf(address));
      else this.#proxies.addSubnet(address, Number(prefix), familyOf(address));
    }
  }

  /** The address of a request's client. */
  ofRequest(socketAddress: string | undefined, forwardedFor: string | null): string {
    let address = plain(socketAddress ?? "");
    const hops = (forwardedFor ?? "").split(",").slice(-MAX_HOPS).reverse();
    for (const hop of hops) {
      const next = plain(hop.trim());
      if (isIP(next) === 0 || !this.#isProxy(address)) break;
      address = next;
    }
    return networkOf(address);
  }

  /** The address of a connection's client; null for a trusted proxy, which serves many. */
  ofConnection(socketAddress: string | undefined): string | null {
    const address = plain(socketAddress ?? "");
    return this.#isProxy(address) ? null : networkOf(address);
  }

  #isProxy(address: string): boolean {
    return isIP(address) !== 0 && this.#proxies.check(address, familyOf(address));
  }
}

/** The /48 of an IPv6 network; null for IPv4, and for a request from this process. */
export function siteOf(address: string | null): string | null {
  if (address === null || !address.endsWith("::/64")) return null;
  return `${address.split(":").slice(0, 3).join(":")}::/48`;
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}

/** Without a zone, and without the prefix of an IPv4 address on an IPv6 socket. */
function plain(address: string): string {
  const [unzoned = ""] = address.split("%");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(unzoned)?.[1];
  return mapped ?? unzoned;
}

function networkOf(address: string): string {
  if (isIP(address) === 0) return "unknown";
  if (isIP(address) === 4) return address;
  const [head = "", tail] = address.toLowerCase().split("::");
  const groups = (part: string): string[] => (part === "" ? [] : part.split(":"));
  const first = groups(head);
  const last = groups(tail ?? "");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const all = [...first, ...Array<string>(zeros).fill("0"), ...last];
  const network = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/64`;
}
