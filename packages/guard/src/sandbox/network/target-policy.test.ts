import { describe, expect, test } from "vitest";
import { PACKAGE_DOMAINS } from "./package-domains.ts";
import { isPublicAddress, targetProblem } from "./target-policy.ts";

const ALLOWED = ["example.org", "*.files.example.org"];

describe("a target", () => {
  test.each([
    { host: "example.org", port: 443, is: null },
    { host: "example.org", port: 80, over: "http", is: null },
    { host: "example.org", port: 80, is: "is not 443" },
    { host: "example.org", port: 443, over: "http", is: "is not 80" },
    { host: "EXAMPLE.org.", port: 443, is: null },
    { host: "a.files.example.org", port: 443, is: null },
    { host: "files.example.org", port: 443, is: "not on the list" },
    { host: "www.example.org", port: 443, is: "not on the list" },
    { host: "example.org.evil.net", port: 443, is: "not on the list" },
    { host: "evilexample.org", port: 443, is: "not on the list" },
    { host: "evil.net/example.org", port: 443, is: "not on the list" },
    // What a URL parser takes for a path, and a resolver for a part of the name.
    { host: "example.org/.evil.net", port: 443, is: "not on the list" },
    { host: "example.org?.evil.net", port: 443, is: "not on the list" },
    { host: "example.org#.evil.net", port: 443, is: "not on the list" },
    { host: "example.org\\.evil.net", port: 443, is: "not on the list" },
    { host: "example%2eorg", port: 443, is: "not on the list" },
    { host: "evil@example.org", port: 443, is: "not on the list" },
    { host: "", port: 443, is: "not on the list" },
    { host: "example.org", port: 22, is: "is not 443" },
    { host: "example.org", port: 0, is: "is not 443" },
    { host: "1.2.3.4", port: 443, is: "not addresses" },
    { host: "[2606:4700::1]", port: 443, is: "not addresses" },
    { host: "::1", port: 443, is: "not addresses" },
    { host: "2130706433", port: 80, is: "not addresses" },
    { host: "0x7f.1", port: 80, is: "not addresses" },
    { host: "127.1", port: 80, is: "not addresses" },
  ] as const)("$host port $port: $is", ({ host, port, is, ...rest }) => {
    const over = "over" in rest ? rest.over : "tls";
    const problem = targetProblem({ host, port, over }, ALLOWED);
    if (is === null) expect(problem).toBeNull();
    else expect(problem).toContain(is);
  });
});

describe("an address", () => {
  test.each(["93.184.216.34", "1.1.1.1", "2606:4700:4700::1111", "2a00:1450:4001::200e"])(
    "%s is public",
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  test.each([
    "127.0.0.1",
    "0.0.0.0",
    "10.1.2.3",
    "172.31.255.255",
    "192.168.0.1",
    "169.254.169.254",
    "100.64.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:93.184.216.34",
    "64:ff9b::7f00:1",
    "fe80::1",
    "fd00:ec2::254",
    "ff02::1",
    "2002:7f00:1::",
    "2001:db8::1",
    "not an address",
  ])("%s is not", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

test("every package host can be allowed as it is written", () => {
  for (const host of PACKAGE_DOMAINS) {
    expect(targetProblem({ host, port: 443, over: "tls" }, PACKAGE_DOMAINS)).toBeNull();
  }
});
