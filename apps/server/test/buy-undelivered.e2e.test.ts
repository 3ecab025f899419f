/** A patch that was paid and cannot be put on a branch is not lost: it is in a file, and is paid once. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "@bazaar/doors/http/connect";
import { openKeyFile } from "@bazaar/keys/key-file";
import { nativeVerifier } from "@bazaar/keys/native-verify";
import { hasProgram } from "@bazaar/testkit/program";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { SampleRepository } from "../../../packages/work/test/sample-repository.ts";
import { Buying } from "./buying.ts";
import { Folder, TestServer } from "./server.ts";
import { Working } from "./working.ts";

const PRICE = 0.00003;
const BROKEN = '{"a": 1,}\n';
const RIGHT = '{"a": 1}\n';

describe.skipIf(!hasProgram("bwrap", "git", "python3"))(
  "a paid patch (needs bwrap, git, python3)",
  () => {
    let folder: Folder;
    let server: TestServer;
    let working: Working;
    let provider: string;
    let sample: SampleRepository;
    let count = 0;

    beforeAll(async () => {
      folder = new Folder();
      server = await TestServer.start(folder);
      provider = openKeyFile(folder.at("provider.key")).signer.party;
      working = new Working(folder, server.url);
    });

    afterAll(async () => {
      await working[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    });

    beforeEach(() => {
      count += 1;
      writeFileSync(folder.at("issue.md"), "# data.json cannot be read\n");
      sample = new SampleRepository({ "data.json": BROKEN });
      return () => sample[Symbol.dispose]();
    });

    /** Each test buys as somebody else. */
    const key = () => `buyer-${count}.key`;

    const buying = (environment: Readonly<Record<string, string>> = {}): Buying => {
      const what = ["--repo", sample.directory, "--issue", folder.at("issue.md")];
      const check = ["--test", "python3 -m json.tool data.json", "--branch", "fixed"];
      const where = ["--market", server.url, "--provider", provider];
      return new Buying(folder, ["patch", ...what, ...check, ...where], key(), environment);
    };

    async function spent(): Promise<number> {
      const { signer } = openKeyFile(folder.at(key()));
      const buyer = connect({ url: server.url, signer, verify: nativeVerifier() });
      const balances = await buyer.balances();
      if (!balances.ok) throw new Error(balances.refusal.detail);
      return 0.001 - Number(balances.value.get("BTC") ?? "0");
    }

    /** A git that stops for good where it would make the branch, once there is a file `hold`. */
    function holdingGit(): Readonly<Record<string, string>> {
      const held = `[ -e ${sample.at("hold")} ] && case "$*" in *commit-tree*)`;
      const wait = "exec tail -f --pid=$PPID /dev/null;; esac";
      const script = `#!/bin/sh\n${held} ${wait}\nPATH=${process.env.PATH} exec git "$@"\n`;
      sample.write("bin/git", script, 0o755);
      return { PATH: `${sample.at("bin")}:${process.env.PATH}` };
    }

    /** Killed after it has paid and before there is a branch. */
    async function killedWhenPaid(): Promise<string> {
      await using first = buying(holdingGit());
      const { contract_id: id } = await first.until("posted");
      sample.write("hold", "");
      await first.until("record");
      await first.kill();
      expect(sample.git("branch", "--list", "fixed")).toBe("");
      return id;
    }

    test("is in a file with the command that applies it, and stays there when it is asked for again", async () => {
      await using first = buying();
      const { job_id: job } = await first.until("posted");
      sample.git("branch", "fixed");
      expect(await first.ended()).toBe(1);
      const { file, apply, problem } = await first.until("patch");
      expect(file).toBe(folder.at(`patches/${job}.patch`));
      expect(problem).toBe("There is a branch fixed already.");
      await using again = buying();
      expect(await again.ended()).toBe(1);
      expect((await again.until("patch")).file).toBe(file);
      expect(readdirSync(folder.at("patches"))).toEqual([`${job}.patch`]);
      expect(apply).toBe(`git apply ${file}`);
      sample.git("apply", apply.slice("git apply ".length));
      expect(readFileSync(sample.at("data.json"), "utf8")).toBe(RIGHT);
      expect(await spent()).toBeCloseTo(PRICE, 11);
    });

    test("is on a branch of its commit after kill -9, though the repository has gone on", async () => {
      const commit = sample.git("rev-parse", "HEAD").trim();
      const id = await killedWhenPaid();
      sample.commit({ "data.json": "[]\n", "new.txt": "new\n" });
      await using again = buying();
      expect((await again.until("resumed")).contract_id).toBe(id);
      expect({ status: await again.ended(), errors: again.errors }).toEqual({
        status: 0,
        errors: "",
      });
      expect(sample.git("show", "fixed:data.json")).toBe(RIGHT);
      expect(sample.git("rev-parse", "fixed^").trim()).toBe(commit);
      expect(await spent()).toBeCloseTo(PRICE, 11);
    });

    test("is in a file after kill -9, though there is no repository any more", async () => {
      const id = await killedWhenPaid();
      rmSync(sample.at(".git"), { recursive: true });
      await using again = buying();
      expect((await again.until("resumed")).contract_id).toBe(id);
      expect(await again.ended()).toBe(1);
      const { file, problem } = await again.until("patch");
      expect(problem).toContain("is not a git repository");
      expect(readFileSync(file, "utf8")).toContain(`+${RIGHT}`);
      expect(await spent()).toBeCloseTo(PRICE, 11);
    });

    test("is what the buyer has kept of it: the market need not store it for ever", async () => {
      await killedWhenPaid();
      const commit = sample.git("rev-parse", "HEAD").trim();
      const names = readdirSync(folder.at("purchases")).map((name) => `purchases/${name}`);
      const name = names.find((one) => readFileSync(folder.at(one), "utf8").includes(commit)) ?? "";
      const kept = readFileSync(folder.at(name), "utf8");
      expect(kept.split('{\\"a\\": 1}')).toHaveLength(2);
      folder.write(name, kept.replace('{\\"a\\": 1}', '{\\"a\\": 2}'));
      await using again = buying();
      expect(await again.ended()).toBe(0);
      expect(sample.git("show", "fixed:data.json")).toBe('{"a": 2}\n');
    });
  },
);
