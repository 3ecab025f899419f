/** Programs of a provider that do their work, and programs that do not. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasProgram } from "@bazaar/testkit/program";
import { afterAll, describe, expect, test } from "vitest";
import { commandWorker } from "./command-worker.ts";
import type { PlaceSettings } from "./job-sandbox.ts";
import { assignment, bundleOf } from "./test/assignment.ts";

const base = mkdtempSync(join(tmpdir(), "worker-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const TEXT = "oa.text_gen.v1";
const MIB = 2 ** 20;
const settings: PlaceSettings = {
  base,
  limits: { memoryBytes: 256 * MIB, diskBytes: 256 * MIB, processes: 32, outputBytes: MIB },
};
const work = (command: string, changes: Parameters<typeof assignment>[2] = {}) =>
  commandWorker(command, settings, [TEXT]).work(
    assignment(TEXT, { prompt: "hi" }, { timeoutMs: 20_000, ...changes }),
  );

test("no result names the command of its worker, which may have a key in it", () => {
  const command = "API_KEY=hush python3 worker.py";
  expect(commandWorker(command, settings, [TEXT]).name).toBe("program");
});

describe.skipIf(!hasProgram("bwrap"))("a worker's program (needs bwrap)", () => {
  test("gets the job in its directory, and its result and trajectory are read from there", async () => {
    const read = "json.load(open('job.json'))['payload']['prompt']";
    const write = `import json; json.dump({'text': ${read} + '!', 'n': 1}, open('result.json', 'w'))`;
    const worked = await work(`python3 -c "${write}" && echo line > replay.jsonl`);
    expect(worked).toEqual({ is: "done", payload: { text: "hi!", n: 1n }, replay: "line\n" });
    expect(readdirSync(base)).toEqual([]);
  });

  test("may leave a result that is longer than what is kept of an output", async () => {
    const length = 500_000;
    const write = `import json; json.dump({'text': 'é' * ${length}}, open('result.json', 'w'), ensure_ascii=False)`;
    const worked = await work(`PYTHONIOENCODING=utf8 python3 -c "${write}"`);
    expect(worked).toMatchObject({ is: "done", payload: { text: "é".repeat(length) } });
  });

  test("sees the repository, none of the provider's environment, and no network", async () => {
    process.env.PROVIDER_SECRET = "hush";
    const repository = await bundleOf({ "a.txt": "hello" });
    const seen =
      'printf \'{"file":"%s","secret":"%s","interfaces":%s}\' ' +
      '"$(cat repo/a.txt)" "$PROVIDER_SECRET" "$(grep -c : /proc/net/dev)" > result.json';
    const worked = await work(seen, { repository });
    delete process.env.PROVIDER_SECRET;
    expect(worked).toMatchObject({ payload: { file: "hello", secret: "", interfaces: 1n } });
  });

  test.each([
    { what: "hangs", command: "sleep 1000", says: "longer than its time limit", timeoutMs: 1_500 },
    {
      what: "hangs in the background",
      command: "(setsid sleep 1000 &) ; sleep 1000",
      says: "longer than its time limit",
      timeoutMs: 1_500,
    },
    {
      what: "forks",
      command: "f() { f | f & }; f; sleep 20",
      // A shell that may start no more processes gives up before it is stopped.
      says: "processes|time limit|memory|Resource temporarily unavailable",
    },
    { what: "fills the disk", command: "cat /dev/zero > big", says: "disk|exit code" },
    { what: "prints without end", command: "yes", says: "printed more" },
    { what: "fails", command: "echo 'token=ghp_'; exit 7", says: "exit code 7" },
    { what: "is not there", command: "/no/such/program", says: "exit code 127" },
    { what: "leaves nothing", command: "true", says: "no result.json" },
    { what: "leaves a directory", command: "mkdir result.json", says: "no result.json" },
    { what: "leaves a pipe", command: "mkfifo result.json", says: "no result.json" },
    {
      what: "leaves an endless link",
      command: "ln -s /dev/zero result.json",
      says: "no result.json",
    },
    {
      what: "leaves too much",
      command: "head -c 9000000 /dev/zero > result.json",
      says: "no result.json",
    },
    { what: "leaves no object", command: "echo '[1]' > result.json", says: "not a JSON object" },
    {
      what: "names a field twice",
      command: `echo '{"a":1,"a":2}' > result.json`,
      says: "not a JSON object",
    },
  ])(
    "that $what fails with a reason, and nothing is left of it",
    async ({ command, says, ...more }) => {
      expect(await work(command, more)).toEqual({
        is: "failed",
        because: expect.stringMatching(says),
      });
      expect(readdirSync(base)).toEqual([]);
    },
  );

  test("is stopped with the provider", async () => {
    const stopping = new AbortController();
    setTimeout(() => stopping.abort(), 1_000);
    const worked = await work("sleep 1000", { signal: stopping.signal });
    expect(worked).toEqual({ is: "failed", because: expect.stringContaining("stopped with") });
  });

  test("that is refused a sandbox does not run at all", async () => {
    const worked = await commandWorker("true", { ...settings, shows: ["/no/such/place"] }, [
      TEXT,
    ]).work(assignment(TEXT, {}));
    expect(worked.is).toBe("failed");
  });
});

test("a worker's program declines the jobs that it was not made for", () => {
  const worker = commandWorker("true", settings, ["oa.patch_gen.v1"]);
  expect(worker.declines(assignment("oa.patch_gen.v1", {}).job)).toBeNull();
  expect(worker.declines(assignment(TEXT, {}).job)).toContain("takes no jobs of");
});
