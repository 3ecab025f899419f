/**
 * For whom rates and connections are counted.
 *
 * An address comes from the socket. What a header says is believed only where the socket belongs
 * to a proxy that the operator named, and then only as far as the next proxy that nobody named.
 * One IPv6 customer has a whole /64, so that is counted as one.
 */
import { BlockList, isIP, type Socket } from "node:net";
import type { Visit } from "./visit.ts";

/** Longer chains of proxies are not followed; the last one read is taken. */
const MAX_HOPS = 10;

export class Addresses {
  readonly #proxies = new BlockList();
  /** A connection has one other end, so that is worked out once. */
  readonly #known = new WeakMap<Socket, string>();

  /** Proxies are addresses, or networks with their prefix: `10.0.0.0/8`. */
  constructor(trustedProxies: readonly string[]) {
    for (const proxy of trustedProxies) {
      const [address = "", prefix] = proxy.split("/");
      if (prefix === undefined) this.#proxies.addAddress(address, familyOf(address));
      else this.#proxies.addSubnet(address, Number(prefix), familyOf(address));
    }
  }

  ofVisit(visit: Pick<Visit, "socket" | "header">): string {
    const { socket } = visit;
    if (socket === null) return this.of(undefined, undefined);
    const known = this.#known.get(socket);
    if (known !== undefined) return known;
    const own = this.ofSocket(socket.remoteAddress);
    if (own === null) {
      return this.of(socket.remoteAddress, visit.header("x-forwarded-for") ?? undefined);
    }
    this.#known.set(socket, own);
    return own;
  }

  of(socketAddress: string | undefined, forwardedFor: string | undefined): string {
    let address = plain(socketAddress ?? "");
    if (forwardedFor === undefined) return networkOf(address);
    const hops = forwardedFor.split(",").slice(-MAX_HOPS).reverse();
    for (const hop of hops) {
      const next = plain(hop.trim());
      if (!this.#isProxy(address) || isIP(next) === 0) break;
      address = next;
    }
    return networkOf(address);
  }

  /** Whose connection a socket is; null for a proxy's, which brings many callers. */
  ofSocket(socketAddress: string | undefined): string | null {
    return this.#isProxy(plain(socketAddress ?? "")) ? null : this.of(socketAddress, undefined);
  }

  #isProxy(address: string): boolean {
    return isIP(address) !== 0 && this.#proxies.check(address, familyOf(address));
  }
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}

/** An IPv4 address that came through an IPv6 socket is an IPv4 address; zones do not count. */
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
