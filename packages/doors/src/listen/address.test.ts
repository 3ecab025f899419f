import { expect, test } from "vitest";
import { Addresses } from "./address.ts";

const addresses = new Addresses(["127.0.0.1", "10.0.0.0/8", "fd00::/8"]);

test.each([
  { when: "a stranger", socket: "203.0.113.9", forwarded: undefined, counted: "203.0.113.9" },
  {
    when: "a stranger's header",
    socket: "203.0.113.9",
    forwarded: "1.1.1.1",
    counted: "203.0.113.9",
  },
  { when: "a proxy's header", socket: "127.0.0.1", forwarded: "1.1.1.1", counted: "1.1.1.1" },
  {
    when: "two proxies",
    socket: "127.0.0.1",
    forwarded: "8.8.8.8, 1.1.1.1, 10.1.2.3",
    counted: "1.1.1.1",
  },
  { when: "a mapped proxy", socket: "::ffff:127.0.0.1", forwarded: "1.1.1.1", counted: "1.1.1.1" },
  { when: "nonsense", socket: "127.0.0.1", forwarded: "<script>", counted: "127.0.0.1" },
  {
    when: "a proxy without a header",
    socket: "10.9.9.9",
    forwarded: undefined,
    counted: "10.9.9.9",
  },
  {
    when: "IPv6",
    socket: "2001:db8:1:2:3:4:5:6",
    forwarded: undefined,
    counted: "2001:db8:1:2::/64",
  },
  {
    when: "its neighbour",
    socket: "2001:DB8:1:2::9",
    forwarded: undefined,
    counted: "2001:db8:1:2::/64",
  },
  {
    when: "a short one",
    socket: "2001:db8::1",
    forwarded: undefined,
    counted: "2001:db8:0:0::/64",
  },
  { when: "a zone", socket: "fe80::1%eth0", forwarded: undefined, counted: "fe80:0:0:0::/64" },
  {
    when: "an IPv6 proxy",
    socket: "fd00::1",
    forwarded: "2001:db8::7",
    counted: "2001:db8:0:0::/64",
  },
  { when: "no socket at all", socket: undefined, forwarded: undefined, counted: "unknown" },
])("$when is counted as $counted", ({ socket, forwarded, counted }) => {
  expect(addresses.ofRequest(socket, forwarded ?? null)).toBe(counted);
});
