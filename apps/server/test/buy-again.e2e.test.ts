/** A buyer that is killed while it buys goes on with the same job when it is run again, and pays once. */
import { spawnSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { connect } from "@bazaar/doors/http/connect";
import { openKeyFile } from "@bazaar/keys/key-file";
import { nativeVerifier } from "@bazaar/keys/native-verify";
import { hasProgram } from "@bazaar/testkit/program";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Buying } from "./buying.ts";
import { Folder, TestServer } from "./server.ts";
import { bundleOf, Working } from "./working.ts";

describe.skipIf(!hasProgram("bwrap", "git", "python3"))(
  "kill -9 (needs bwrap, git, python3)",
  () => {
    let folder: Folder;
    let server: TestServer;

    beforeAll(async () => {
      folder = new Folder();
      server = await TestServer.start(folder);
      bundleOf(folder, "broken", { "data.json": '{"a": 1,}\n' });
      writeFileSync(folder.at("issue.md"), "# data.json cannot be read\n");
      // A new process would make the key, and those of two tests would differ.
      openKeyFile(folder.at("provider.key"));
    });

    afterAll(async () => {
      await server[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    });

    const buying = (branch: string, more: readonly string[] = []): Buying =>
      new Buying(folder, [
        "patch",
        ...["--repo", folder.at("broken"), "--issue", folder.at("issue.md")],
        ...["--test", "python3 -m json.tool data.json", "--deny", "job.bundle"],
        ...["--market", server.url, "--branch", branch, ...more],
        ...["--provider", openKeyFile(folder.at("provider.key")).signer.party],
      ]);

    async function spent(): Promise<string> {
      const { signer } = openKeyFile(folder.at("buyer.key"));
      const buyer = connect({ url: server.url, signer, verify: nativeVerifier() });
      const statement = await buyer.balances();
      if (!statement.ok) throw new Error(statement.refusal.detail);
      return statement.value.get("BTC") ?? "0";
    }

    const patched = (branch: string): string =>
      spawnSync("git", ["-C", folder.at("broken"), "show", `${branch}:data.json`], {
        encoding: "utf8",
      }).stdout;

    test("while it waits, it finds the result that was handed in meanwhile", async () => {
      await using first = buying("waited");
      const posted = await first.until("posted");
      await first.kill();
      await using working = new Working(folder, server.url);
      await expect.poll(() => working.steps.map(({ step }) => step)).toContain("handed_in");
      await using again = buying("waited");
      expect((await again.until("resumed")).contract_id).toBe(posted.contract_id);
      expect(await again.ended()).toBe(0);
      expect(patched("waited")).toBe('{"a": 1}\n');
      expect(readdirSync(folder.at("purchases"))).toEqual([]);
    });

    test("while it is paid its branch is made by somebody else, another one takes the patch", async () => {
      const before = Number(await spent());
      await using first = buying("taken");
      await first.until("posted");
      spawnSync("git", ["-C", folder.at("broken"), "branch", "taken"]);
      await using _working = new Working(folder, server.url);
      expect(await first.ended()).toBe(1);
      expect(first.errors).toContain("There is a branch taken already.");
      await using again = buying("free");
      expect((await again.until("resumed")).phase).toBe("fulfilled");
      expect(await again.ended()).toBe(0);
      expect([patched("taken"), patched("free")]).toEqual(['{"a": 1,}\n', '{"a": 1}\n']);
      expect(before - Number(await spent())).toBeCloseTo(0.00003, 11);
    });

    test("after it has paid, it makes the branch and pays no second time", async () => {
      const before = Number(await spent());
      const key = ["--idempotency-key", "chosen"];
      await using _working = new Working(folder, server.url);
      await using first = buying("paid", key);
      await first.until("ended");
      await first.kill();
      await using again = buying("paid", key);
      expect((await again.until("resumed")).phase).toBe("fulfilled");
      expect(await again.ended()).toBe(0);
      expect(patched("paid")).toBe('{"a": 1}\n');
      expect(before - Number(await spent())).toBeCloseTo(0.00003, 11);
    });
  },
);
