/** `bazaar buy` of repositories and at markets that cannot be used: one sentence, and its exit code. */
import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { BTC } from "@bazaar/kernel";
import { openKeyFile } from "@bazaar/keys/key-file";
import { hasProgram } from "@bazaar/testkit/program";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TEST_SATS } from "../src/asset-settings.ts";
import { Buying } from "./buying.ts";
import { Folder, TestServer } from "./server.ts";
import { bundleOf, Working } from "./working.ts";

const DIFF = "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\n+b\n";
const NOWHERE = "http://127.0.0.1:9";
const STRANGER = `fix_${"1".repeat(64)}`;

let folder: Folder;

beforeAll(() => {
  folder = new Folder();
  folder.write("a.diff", DIFF);
  folder.write("issue.md", "# It is broken\n");
  folder.write("public.key", "not secret");
});

afterAll(() => {
  folder[Symbol.dispose]();
});

const buy = (args: readonly string[], market = NOWHERE) =>
  folder.run(["buy", ...args, "--market", market, "--key", folder.at("buyer.key")]);

const text = ["text", "hello"];
const patch = ["patch", "--issue", "issue.md", "--test", "false"];

test("a key that others can read is not used", async () => {
  const args = ["buy", ...text, "--key", folder.at("public.key")];
  const { status, stderr } = await folder.run(args);
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining("chmod 600") });
});

describe.skipIf(!hasProgram("bwrap", "git"))("a repository (needs bwrap and git)", () => {
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-C", folder.at("r"), ...args], { encoding: "utf8" });
  const patchOf = (...more: readonly string[]) =>
    buy([...patch, "--repo", folder.at("r"), ...more]);

  beforeAll(() => {
    bundleOf(folder, "r", { "a.txt": "a\n" });
    execFileSync("git", ["init", "-q", folder.at("unborn")]);
  });

  test.each([
    { more: ["--branch", "two words"], says: '--branch: "two words" is not a name' },
    { more: ["--branch", "a..b"], says: '--branch: "a..b" is not a name' },
    { more: ["--branch", "job"], says: "--branch: There is a branch job already." },
    { more: ["--branch", "job/x"], says: "--branch: Git could not make the branch job/x" },
    { more: ["--allow", "["], says: "--allow: " },
    { more: ["--protect", ""], says: "--protect: 0 characters" },
    { more: ["--verify", ""], says: "--verify: 0 characters" },
    { more: ["--deny", "**"], says: "--repo: Nothing is left" },
  ])("$says", async ({ more, says }) => {
    const { status, stderr } = await patchOf(...more);
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(says) });
    expect(git("branch", "--format=%(refname:short)").trim()).toBe("job");
  });

  test("without a commit says so", async () => {
    const { status, stderr } = await buy(["index", "--repo", folder.at("unborn")]);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringContaining("is not a git repository with a commit"),
    });
  });

  test("whose test passes has nothing to buy", async () => {
    const { status, stderr } = await patchOf("--test", "true");
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringContaining("nothing to"),
    });
  });
});

describe("a market", () => {
  test("that nobody runs is named, with what to do", async () => {
    const { status, stdout, stderr } = await buy(text);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain(`${NOWHERE} did not answer`);
    expect(stderr).toContain("run the same command again");
    expect(stderr).not.toContain("    at ");
  });

  test("that is something else is told in a sentence", async () => {
    const page = createServer((_, response) => response.end("<html>hello</html>"));
    await new Promise<void>((resolve) => page.listen(0, "127.0.0.1", resolve));
    const { port } = page.address() as AddressInfo;
    const { status, stderr } = await buy(text, `http://127.0.0.1:${port}`);
    page.close();
    expect(status).toBe(1);
    expect(stderr).toMatch(/^bazaar: the market sent an invalid answer: .*$/m);
    expect(stderr).not.toContain("    at ");
  });

  describe("that is real", () => {
    let server: TestServer;

    beforeAll(async () => {
      server = await TestServer.start(folder);
    });

    afterAll(async () => {
      await server[Symbol.asyncDispose]();
    });

    test("refuses a judge whom it does not know with a sentence", async () => {
      const { status, stderr } = await buy([...text, "--judge", STRANGER], server.url);
      const says = expect.stringContaining("--judge: this market does not work with this judge");
      expect({ status, stderr }).toEqual({ status: 1, stderr: says });
    });

    test("gives test money to a buyer that has too little, and says when it gives more", async () => {
      const asked = [...text, "--market", server.url, "--sats"];
      await using first = new Buying(folder, [...asked, "150000"], "poor.key");
      expect(await first.until("money")).toMatchObject({ amount: "0.001", currency: "BTC" });
      await first.until("posted");
      await using second = new Buying(folder, [...asked, "60000"], "poor.key");
      expect(await second.ended()).toBe(1);
      expect(second.errors).toMatch(
        /60000 sats are needed and this key has 50000 sats; this market gives test money again at \d{4}-\S+Z; lower --sats/,
      );
    });

    test("without test money says so", async () => {
      using poor = new Folder();
      const none = { ...TEST_SATS, startingBalance: "0", faucet: "0" };
      const { code, decimals } = BTC;
      const assets = [{ code, decimals, currency: code, chain: "ledger", ...none }];
      await using other = await TestServer.start(poor, { settings: { assets } });
      const { status, stderr } = await buy([...text, "--sats", "1000000"], other.url);
      expect({ status, stderr }).toEqual({
        status: 1,
        stderr: expect.stringContaining("this key has 0 sats; this market gives no test money"),
      });
    });

    test("refuses another job under a key that was used, and says which option", async () => {
      const key = ["--idempotency-key", "once", "--json"];
      const first = new Buying(folder, [...text, ...key, "--market", server.url]);
      await first.until("posted");
      await first.kill();
      const other = await buy(["text", "goodbye", ...key], server.url);
      expect(other.status).toBe(1);
      expect(other.stderr).toContain("--idempotency-key: another job was posted");
    });

    test.skipIf(!hasProgram("bwrap"))(
      "that goes away in the middle is waited for, and the job goes on (needs bwrap)",
      async () => {
        const { party } = openKeyFile(folder.at("provider.key")).signer;
        const diff = ["review", "--diff", folder.at("a.diff"), "--provider", party];
        await using buying = new Buying(folder, [...diff, "--market", server.url]);
        await buying.until("posted");
        await server.kill();
        await expect.poll(() => buying.errors).toContain("does not answer");
        await server.restart();
        await expect.poll(() => buying.errors).toContain("answers again");
        await using _working = new Working(folder, server.url);
        expect(await buying.ended()).toBe(0);
      },
    );
  });
});
