/** `bazaar work` as a process of its own, against a server that is another one. */
import type { Connection, Contract } from "@bazaar/doors/connection";
import { connect } from "@bazaar/doors/http/connect";
import { chainJson, isJsonObject, type JsonObject, parseJson, rfc8785Hash } from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { nativeVerifier } from "@bazaar/keys/native-verify";
import { hasProgram } from "@bazaar/testkit/program";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { patchResult } from "./hand-in.ts";
import { Folder, TestServer } from "./server.ts";
import { bundleOf, Working } from "./working.ts";

describe.skipIf(!hasProgram("bwrap") || !hasProgram("git"))("bazaar work (needs bwrap)", () => {
  let folder: Folder;
  let server: TestServer;
  let buyer: Connection;

  beforeAll(async () => {
    folder = new Folder();
    server = await TestServer.start(folder);
    const verify = nativeVerifier();
    buyer = connect({ url: server.url, signer: generateSigner(), verify });
  });

  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  async function post(schema: string, asked: JsonObject, provider: string): Promise<Contract> {
    const key = { max_cost_sats: 10_000n, idempotency_key: crypto.randomUUID() };
    const payload = { ...asked, ...key };
    const hash = rfc8785Hash(payload);
    const posted = await buyer.post({
      schema_id: `oa.${schema}.v1`,
      schema_version: "1.0.0",
      job_hash: hash.ok ? hash.value : "",
      payload,
      budget: { amount: "0.0001", currency: "BTC" },
      provider,
    });
    if (!posted.ok) throw new Error(posted.refusal.detail);
    return posted.value.contract;
  }

  async function untilPhase({ id }: Contract, wanted: string): Promise<Contract> {
    const now = async () => {
      const read = await buyer.contract(id);
      if (!read.ok) throw new Error(read.refusal.detail);
      return read.value;
    };
    await expect.poll(async () => (await now()).state.phase).toBe(wanted);
    return now();
  }

  function payloadIn({ transcript }: Contract): JsonObject {
    const text = transcript.entries.findLast(({ type }) => type === "fix")?.data.fix;
    const json = parseJson(String(text));
    const envelope = json.ok && isJsonObject(json.value) ? json.value : {};
    return isJsonObject(envelope.payload) ? envelope.payload : {};
  }

  test("does a patch, a run, an index and a review with the embedded worker, and says each step", async () => {
    await using working = new Working(folder, server.url);
    const provider = await working.ready();
    const { bytes, commit } = bundleOf(folder, "broken", { "data.json": '{"a": 1,}\n' });
    const stored = await buyer.keepArtifact(bytes);
    if (!stored.ok) throw new Error(stored.refusal.detail);
    const patch = await post(
      "patch_gen",
      {
        title: "data.json cannot be read",
        body: "",
        repo_bundle: stored.value,
        repo_ref: commit,
        allowed_paths: [],
        disallowed_paths: [],
        test_command: "python3 -m json.tool data.json",
        verification_commands: [],
        time_limit_secs: 120n,
      },
      provider,
    );
    const run = await post(
      "sandbox_run",
      {
        sandbox: { network_policy: "none", resources: { timeout_secs: 60n } },
        repo: { git_ref: commit, bundle: stored.value },
        commands: [{ cmd: "cat data.json" }],
      },
      provider,
    );
    const index = await post(
      "repo_index",
      { repo_bundle: stored.value, git_ref: commit, index_types: ["digests"] },
      provider,
    );
    const diff = "--- a/a.js\n+++ b/a.js\n@@ -0,0 +1 @@\n+eval(x);\n";
    const review = await post(
      "code_review",
      { diff, focus: ["security"], depth: "quick" },
      provider,
    );
    expect(payloadIn(await untilPhase(patch, "verifying"))).toMatchObject({
      status: "success",
      patch: expect.stringContaining('+{"a": 1}'),
    });
    expect(payloadIn(await untilPhase(run, "verifying"))).toMatchObject({
      status: "success",
      runs: [{ exit_code: 0n, stdout_preview: '{"a": 1,}\n' }],
    });
    expect(payloadIn(await untilPhase(index, "verifying"))).toMatchObject({
      digests: [{ path: "data.json" }],
    });
    expect(payloadIn(await untilPhase(review, "verifying"))).toMatchObject({
      review: { issues: [{ category: "security" }] },
    });
    const said = working.steps.filter(({ job }) => patch.id.startsWith(job ?? "-"));
    expect(said.map(({ step }) => step)).toEqual(["accepted", "working", "handed_in"]);
    expect(working.errors).toMatch(/^bazaar: created .*\n$/);
  });

  test("does a text with a program of the provider's, and gives back what that fails at", async () => {
    const program = folder.write(
      "worker.sh",
      `grep -q please job.json || exit 3
text=hello
sum=$(printf %s "$text" | sha256sum | cut -d ' ' -f 1)
printf '{"status":"success","text":"%s","text_sha256":"%s"}' "$text" "$sum" > result.json\n`,
    );
    const more = ["--worker", `sh ${program}`, "--show", program, "--takes", "text"];
    await using working = new Working(folder, server.url, more);
    const provider = await working.ready();
    const done = await post("text_gen", { prompt: "please", max_length: 100n }, provider);
    const rude = await post("text_gen", { prompt: "now!", max_length: 100n }, provider);
    expect(payloadIn(await untilPhase(done, "verifying"))).toMatchObject({ text: "hello" });
    const back = await untilPhase(rude, "canceled");
    expect(back.transcript.entries.find(({ type }) => type === "back_out")?.data.reason).toContain(
      "exit code 3",
    );
  });

  test("gives back a job during which its process ended three times, and does the next one", async () => {
    const program = folder.write(
      "deadly.sh",
      `if grep -q deadly job.json; then sleep 1000; fi
sum=$(printf hello | sha256sum | cut -d ' ' -f 1)
printf '{"status":"success","text":"hello","text_sha256":"%s"}' "$sum" > result.json\n`,
    );
    const key = ["--key", folder.at("killed.key")];
    const more = [...key, "--worker", `sh ${program}`, "--show", program, "--takes", "text"];
    const asked = { max_length: 100n, time_limit_secs: 300n };
    let deadly: Contract | null = null;
    for (let tries = 0; tries < 3; tries += 1) {
      await using working = new Working(folder, server.url, more);
      const provider = await working.ready();
      deadly ??= await post("text_gen", { prompt: "deadly", ...asked }, provider);
      await expect.poll(() => working.steps.map(({ step }) => step)).toContain("working");
      await working.kill();
    }
    if (deadly === null) throw new Error("nothing was posted");
    await using working = new Working(folder, server.url, more);
    const provider = await working.ready();
    const back = await untilPhase(deadly, "canceled");
    expect(back.transcript.entries.find(({ type }) => type === "back_out")?.data.reason).toBe(
      "The provider's program ended 3 times while it worked on this job.",
    );
    const next = await post("text_gen", { prompt: "please", ...asked }, provider);
    expect(payloadIn(await untilPhase(next, "verifying"))).toMatchObject({ text: "hello" });
    const told = () => working.steps.map(({ step = "" }) => step);
    // The market shows a result before it has answered who handed it in.
    await expect.poll(told).toContain("handed_in");
    const jobs = ["resumed", "failed", "ended", "accepted", "working", "handed_in"];
    expect(told().filter((step) => jobs.includes(step))).toEqual(jobs);
  });

  test("shows the commands of a buyer nothing that it shows its program", async () => {
    const text = "--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+x\n";
    const answer = folder.write(
      "answer.json",
      chainJson({ status: "success", ...patchResult(text) }),
    );
    const more = ["--worker", `cp ${answer} result.json`, "--show", answer];
    await using working = new Working(folder, server.url, more);
    const provider = await working.ready();
    const { bytes, commit } = bundleOf(folder, "curious", { "a.txt": "a\n" });
    const stored = await buyer.keepArtifact(bytes);
    if (!stored.ok) throw new Error(stored.refusal.detail);
    const asked = {
      title: "new.txt is missing",
      body: "",
      repo_bundle: stored.value,
      repo_ref: commit,
      allowed_paths: [],
      disallowed_paths: [],
      test_command: `test -e new.txt && ! test -e ${answer}`,
      verification_commands: [],
      time_limit_secs: 60n,
    };
    const job = await post("patch_gen", asked, provider);
    expect(payloadIn(await untilPhase(job, "verifying"))).toMatchObject({ patch: text });
  });

  test("declines a text that it was not told to take, as nobody can check what it says", async () => {
    const more = ["--worker", "true", "--key", folder.at("careful.key")];
    await using working = new Working(folder, server.url, more);
    const provider = await working.ready();
    const text = await post("text_gen", { prompt: "please" }, provider);
    const { entries } = (await untilPhase(text, "canceled")).transcript;
    const declined = entries.find(({ type }) => type === "decline");
    expect(declined?.data.reason).toContain("takes no jobs of oa.text_gen.v1");
  });

  test.each([
    { args: ["--takes", "text"], says: "--takes" },
    { args: ["--worker", "true", "--takes", "cake"], says: "--takes" },
    { args: ["--market", "ftp://x"], says: "--market" },
    { args: ["--max", "0"], says: "--max" },
    { args: ["--price", "cake=1"], says: "--price" },
    { args: ["--price", "patch=much"], says: "--price patch" },
    { args: ["--allow-domain", "x y"], says: "--allow-domain" },
    { args: ["--allow-domain", "api.example.com"], says: "--allow-domain" },
    { args: ["--show", "/usr/bin/env"], says: "--show: the embedded worker" },
    ...[
      ["/etc", "that is too much"],
      ["/nowhere", "it does not exist"],
      ["/proc/1", "it belongs to the kernel"],
    ].map(([path, because]) => ({
      args: ["--worker", "true", "--show", path ?? ""],
      says: `--show: ${path} cannot be shown: ${because}`,
    })),
    { args: ["--worker", " "], says: "--worker" },
  ])("refuses $args with a sentence", async ({ args, says }) => {
    const refused = await folder.run(["work", "--market", server.url, "--key", "k.key", ...args]);
    expect(refused).toMatchObject({ status: 2, stdout: "" });
    expect(refused.stderr.split("\n").at(-2)).toMatch(`bazaar: ${says}`);
  });
});
