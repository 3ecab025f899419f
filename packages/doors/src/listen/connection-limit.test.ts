import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { Addresses } from "./address.ts";
import { ConnectionLimit } from "./connection-limit.ts";

/** The part of a socket that is used. */
class Line extends EventEmitter {
  readonly remoteAddress: string;
  destroyed = false;

  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }

  destroy(): this {
    this.destroyed = true;
    this.emit("close");
    return this;
  }
}

function open(limit: number) {
  const shares = new ConnectionLimit(new Addresses(["10.0.0.0/8"]), limit);
  return (address: string): Line => {
    const line = new Line(address);
    shares.admit(line as unknown as Socket);
    return line;
  };
}

test.each([
  { who: "one address", of: ["203.0.113.9", "203.0.113.9", "::ffff:203.0.113.9"], cut: 1 },
  { who: "one IPv6 network", of: ["2001:db8::1", "2001:db8::2", "2001:db8:0:0:9::3"], cut: 1 },
  { who: "several networks", of: ["2001:db8::1", "2001:db8:0:1::1", "203.0.113.9"], cut: 0 },
  { who: "a proxy", of: ["10.1.2.3", "10.1.2.3", "::ffff:10.1.2.3"], cut: 0 },
])("of three connections from $who, $cut are closed if two are allowed", ({ of, cut }) => {
  const lines = of.map(open(2));
  expect(lines.filter(({ destroyed }) => destroyed)).toHaveLength(cut);
});

test("all networks of an IPv6 site together have eight shares", () => {
  const connect = open(2);
  const from = (network: number) => connect(`2001:db8:7:${network.toString(16)}::1`).destroyed;
  const cut = Array.from({ length: 17 }, (_, network) => from(network));
  expect(cut).toEqual([...Array<boolean>(16).fill(false), true]);
  expect(connect("2001:db8:8::1").destroyed, "another site").toBe(false);
});

test("a closed connection frees its place once", () => {
  const connect = open(2);
  const [first] = [connect("203.0.113.9"), connect("203.0.113.9")];
  expect(connect("203.0.113.9").destroyed).toBe(true);
  first.destroy();
  expect(connect("203.0.113.9").destroyed).toBe(false);
  expect(connect("203.0.113.9").destroyed).toBe(true);
});
