import { once } from "node:events";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { SYSTEM_CLOCK } from "@bazaar/doors/connection";
import { connect } from "@bazaar/doors/http/connect";
import { keptSandboxes } from "@bazaar/guard/sandbox";
import { ed25519Verify, generateSigner } from "@bazaar/keys";
import { sample } from "@bazaar/testkit";
import { hasProgram } from "@bazaar/testkit/program";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Folder, TestServer } from "../../server/test/server.ts";
import { reviewCommand } from "../src/commands/review.ts";
import { walletCommand } from "../src/commands/wallet.ts";
import { callFix, withWaitingFix } from "./in-process.ts";
import { isReadable, Person } from "./person.ts";
import { given, run } from "./test-market.ts";

const hasSandbox = hasProgram("bwrap");
const isRoot = process.getuid?.() === 0;
const KILL_AT = fileURLToPath(new URL("./kill-at.ts", import.meta.url));
const OTHER_UID = 1001;
const WINDOW_MS = 7_200_000;
const CONTEST_MS = 360_000;
const APPEAL_MS = 30_000;

const BROKEN = {
  "sum.js": "export const sum = (a, b) => a + b;\n",
  "test.mjs":
    'import { sum } from "./sum";\nif (sum(2, 2) !== 4) process.exit(1);\nconsole.log("passed");\n',
};
const REPAIRED = BROKEN["test.mjs"].replace("./sum", "./sum.js");
const AUTONOMOUS = ["--mode", "autonomous", "node", "test.mjs"];

function kept({ state }: Person): number {
  return keptSandboxes({ stateDirectory: join(state, "fix") }).length;
}

/** The contract, as what was said last calls it. */
function nameIn(said: string): string {
  return /fix review ([0-9a-f]{16})/.exec(said)?.[1] ?? "";
}

function records({ home }: Person): number {
  return recordFiles(home).length;
}

/** The contract of the only fix that waits. */
function waitingName({ home }: Person): string {
  return basename(recordFiles(home)[0] ?? "", ".json").slice(0, 16);
}

function recordFiles(home: string): readonly string[] {
  return readdirSync(join(home, ".fix/reviews")).filter((name) => name.endsWith(".json"));
}

describe.skipIf(!hasSandbox)("a repair in autonomous mode (needs bwrap)", () => {
  test("asks nothing, changes nothing, and ends with the original code and what to do next", async () => {
    using person = new Person(BROKEN);
    const { status, err } = await person.fix(AUTONOMOUS);
    expect(status).toBe(1);
    expect(err).toMatch(/waits +in the sandbox for your review/);
    expect(err).toMatch(/it waits for your review, (?:2 h|1 h 59 min) left; then/);
    const name = nameIn(err);
    expect(person.read("test.mjs")).toBe(BROKEN["test.mjs"]);
    const listed = await person.fix(["review"]);
    expect(listed).toMatchObject({ status: 0, err: "" });
    expect(listed.out).toContain("node test.mjs\n  waits for your review, ");
    expect(listed.out).toContain(`fix review ${name}`);
  });

  test("is shown, accepted and paid by fix review, and reverted by fix undo", async () => {
    using person = new Person(BROKEN);
    await person.fix(AUTONOMOUS);
    const { status, err } = await person.fix(["review", "--yes"]);
    expect(status).toBe(0);
    expect(err).toContain('+import { sum } from "./sum.js";');
    expect(err).toContain("It costs you 0.5 XNO: the agent 1.12 XNO, you 0.17 XNO");
    expect(err).toMatch(/paid +agent 1\.12 XNO, you 0\.17 XNO, platform 0\.05 XNO/);
    expect(person.read("test.mjs")).toBe(REPAIRED);
    expect({ kept: kept(person), records: records(person) }).toEqual({ kept: 0, records: 0 });
    expect((await person.fix(["undo"])).status).toBe(0);
    expect(person.read("test.mjs")).toBe(BROKEN["test.mjs"]);
  });

  test("without a terminal nothing is decided", async () => {
    using person = await withWaitingFix(new Person(BROKEN));
    const name = waitingName(person);
    const asked = await callFix(person, ["review", name]);
    expect(asked.status).toBe(1);
    expect(asked.err).toContain("no terminal to ask on");
    expect({ kept: kept(person), records: records(person) }).toEqual({ kept: 1, records: 1 });
  });

  test("--json reports the kept fix, and lists it", async () => {
    using person = new Person(BROKEN);
    const { out } = await person.fix(["--json", ...AUTONOMOUS]);
    const events = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const told = events.find(({ type }) => type === "waits");
    expect(told).toMatchObject({ changes: [{ kind: "modify" }] });
    const listed = JSON.parse((await callFix(person, ["review", "--json"])).out);
    expect(listed.waiting).toMatchObject([
      {
        contract: told.contract,
        command: "node test.mjs",
        standing: "reviewable",
        corrected_command: null,
      },
    ]);
    expect(listed.waiting[0].until_ms).toBe(told.until_ms);
  });

  test("is rejected with a reason, for the agent to contest", async () => {
    using person = await withWaitingFix(new Person(BROKEN));
    const { status, err } = await callFix(person, ["review", "--reject", "I use a bundler"]);
    expect(status).toBe(1);
    expect(err).toMatch(/rejected +the agent has 6 min to contest it/);
    expect(person.read("test.mjs")).toBe(BROKEN["test.mjs"]);
    expect(kept(person)).toBe(0);
    const listed = (await callFix(person, ["review"])).out;
    expect(listed).toContain(
      "rejected; it waits for the agent to accept the rejection or dispute it",
    );
    const late = await callFix(person, ["review", "--yes"]);
    expect(late).toMatchObject({ status: 2 });
    expect(late.err).toContain("you have rejected this fix");
    const again = await within(CONTEST_MS / 2, () => callFix(person, ["review", nameIn(listed)]));
    expect(again.err).toMatch(
      /rejected +after that, your money is returned the next time fix runs/,
    );
  });

  test("does not overwrite what changed meanwhile, and --again runs on it", async () => {
    using person = await withWaitingFix(new Person(BROKEN));
    person.write("test.mjs", `// mine\n${BROKEN["test.mjs"]}`);
    const { status, err } = await callFix(person, ["review", "--yes"]);
    expect(status).toBe(1);
    expect(err).toContain("files changed on disk in the meantime; nothing was committed");
    expect(err).toMatch(/fix review [0-9a-f]{16} --discard deletes it/);
    expect(kept(person)).toBe(1);
    expect((await callFix(person, ["review", "--again", "--yes"])).status).toBe(0);
    expect(person.read("test.mjs")).toBe(`// mine\n${REPAIRED}`);
  });

  test("is not accepted unseen where it writes something else than was shown", async () => {
    using person = await withWaitingFix(new Person(BROKEN));
    const layers = join(person.state, "fix/sandboxes");
    for (const name of readdirSync(layers)) rmSync(join(layers, name), { recursive: true });
    chmodSync(join(person.project, "test.mjs"), 0o600);
    const { status, err } = await callFix(person, ["review", "--yes"]);
    expect(status).toBe(1);
    expect(err).toMatch(/differs +the fix writes something else than when you last saw it/);
    expect(person.read("test.mjs")).toBe(BROKEN["test.mjs"]);
    expect((await callFix(person, ["review", "--yes"])).status).toBe(0);
    expect(person.read("test.mjs")).toBe(REPAIRED);
  });

  test("reaches in its review what it reached in the repair", async () => {
    const online = "if (!process.env.HTTPS_PROXY) process.exit(3);\n";
    using person = new Person({ ...BROKEN, "test.mjs": `${BROKEN["test.mjs"]}${online}` });
    const { err } = await person.fix(["--network", "packages", ...AUTONOMOUS]);
    expect(err).toMatch(/waits +in the sandbox/);
    expect((await callFix(person, ["review", "--again", "--yes"])).status).toBe(0);
  });

  test("finishes a commit that was cut off before anything else is tried", async () => {
    using person = new Person({ ...BROKEN, other: "" });
    await person.fix(["--yes", "node", "test.mjs"]);
    person.write("test.mjs", BROKEN["test.mjs"]);
    for (const words of [AUTONOMOUS, ["review", "--again", "--yes"]]) {
      cutOffLastCommit(person);
      const { err } = await person.fix(words);
      expect(err).toContain("finished an interrupted commit");
    }
  });

  test("is not started where what it leaves would be lost at the next start of the machine", async () => {
    using person = new Person(BROKEN);
    mkdirSync(join(person.state, "fix"), { recursive: true });
    writeFileSync(join(person.state, "fix/sandboxes"), "no directory");
    const { status, err } = await person.fix(AUTONOMOUS);
    expect(status).toBe(1);
    expect(err).toContain("a fix kept for review must survive a restart");
    expect(err).not.toContain("posted");
  });

  test("is not started where an interrupted commit could not be recovered", async () => {
    using person = new Person(BROKEN);
    writeFileSync(person.state, "no directory");
    const { status, err } = await person.fix(["--yes", "node", "test.mjs"]);
    expect(status).toBe(1);
    expect(err).toMatch(/not started +\S/);
  });

  test("a refusal of the market is shown, and the fix is kept", async () => {
    using person = await withWaitingFix(new Person(BROKEN));
    await using market = await refusing();
    rewrite(person, '"market":null', `"market":${JSON.stringify(market.url)}`);
    expect((await callFix(person, ["review"])).out).toContain("members only");
    const { err } = await callFix(person, ["review", "--discard"]);
    expect(err).toMatch(/market +members only/);
    expect(err).not.toContain("--discard");
    expect({ kept: kept(person), records: records(person) }).toEqual({ kept: 1, records: 1 });
  });

  test("a market that shows another history is not trusted, and the fix is kept", async () => {
    using person = await withWaitingFix(new Person(BROKEN));
    rewrite(person, /"head":"[0-9a-f]{64}"/, `"head":"${"0".repeat(64)}"`);
    expect((await callFix(person, ["review"])).out).toContain("another history of this contract");
    const { status, err } = await callFix(person, ["review", "--yes"]);
    expect(status).toBe(1);
    expect(err).toContain("another history of this contract than before");
    expect(person.read("test.mjs")).toBe(BROKEN["test.mjs"]);
    expect({ kept: kept(person), records: records(person) }).toEqual({ kept: 1, records: 1 });
    expect((await callFix(person, ["review", "--discard"])).err).toMatch(/discarded +what the fix/);
    expect({ kept: kept(person), records: records(person) }).toEqual({ kept: 0, records: 0 });
  });

  test("an acceptance that was cut off before any change can become a rejection if the project is gone", async () => {
    using person = await withWaitingFix(new Person(BROKEN));
    rewrite(person, '"step":"undecided"', '"step":"accepting"');
    rmSync(person.project, { recursive: true });
    expect((await callFix(person, ["review", "--reject"])).err).toMatch(
      /rejected +the agent has 6 min/,
    );
    expect(kept(person)).toBe(0);
  });

  test("is discarded only after the user confirms that this pays the agent", async () => {
    using person = await withWaitingFix(new Person(BROKEN));
    const told = await callFix(person, ["review", "--discard"]);
    expect(told.status).toBe(1);
    expect(told.err).toContain("the agent is paid when the review window ends");
    expect(told.err).toMatch(/fix review [0-9a-f]{16} --reject rejects it/);
    expect({ kept: kept(person), records: records(person) }).toEqual({ kept: 1, records: 1 });
    const done = await callFix(person, ["review", "--discard", "--yes"]);
    expect(done.err).toMatch(/waits for +your review, .* left; then the agent is paid/);
    expect({ kept: kept(person), records: records(person) }).toEqual({ kept: 0, records: 0 });
    expect((await callFix(person, ["status"])).out).toContain("waits for your review");
  });

  test("a corrected command is kept, and runs for real only if the user approves it", async () => {
    using person = await withWaitingFix(new Person({}), "ls --alll");
    expect((await callFix(person, ["review"])).out).toContain("ls --alll (instead: ls --all)");
    const { status, out, err } = await callFix(person, ["review", "--yes"]);
    expect({ status, out }).toEqual({ status: 2, out: "" });
    expect(err).toMatch(/to run it for real: ls --all\n/);
    expect(err).toMatch(/paid +agent 1\.12 XNO/);
  });

  test("can still be rejected when its working tree is gone", async () => {
    using person = await withWaitingFix(new Person(BROKEN));
    rmSync(person.project, { recursive: true });
    const shown = await callFix(person, ["review", "--yes"]);
    expect(shown.status).toBe(1);
    expect(shown.err).toMatch(/no sandbox .* is not a directory/);
    expect(shown.err).toMatch(/fix review [0-9a-f]{16} --reject rejects it/);
    expect((await callFix(person, ["review", "--reject"])).err).toMatch(
      /rejected +the agent has 6 min/,
    );
    expect(kept(person)).toBe(0);
  });

  test("goes to court, where the agent answers and the court rules", async () => {
    using person = await withWaitingFix(new Person(BROKEN));
    const words = ["review", "--dispute", "it only hides the failure"];
    const { err } = await person.fix(words, /ruling +\w+/);
    expect(err).toMatch(/answered +the agent: I worked as agreed/);
    expect(err).toMatch(/left +it continues without you/);
    expect(kept(person)).toBe(0);
    expect(person.read("test.mjs")).toBe(BROKEN["test.mjs"]);
  });

  test("can be discarded when its market has lost the contract", async () => {
    using person = await withWaitingFix(new Person(BROKEN));
    for (const name of ["market.db", "market.db-wal", "market.db-shm"]) {
      rmSync(join(person.home, ".fix", name), { force: true });
    }
    expect((await callFix(person, ["review"])).out).toContain("The market has no such contract");
    expect((await callFix(person, ["review", "--yes"])).err).toMatch(/--discard deletes/);
    expect((await callFix(person, ["review", "--discard"])).status).toBe(1);
    expect({ kept: kept(person), records: records(person) }).toEqual({ kept: 0, records: 0 });
  });

  test("--local has no market to leave it with", async () => {
    using person = new Person(BROKEN);
    const { status, err } = await person.fix(["--local", ...AUTONOMOUS]);
    expect(status).toBe(2);
    expect(err).toContain("--mode autonomous needs a market");
  });

  test.each([
    { words: ["review", "--yes"], says: "no fixes to review" },
    { words: ["review", "abcdef"], says: "no fix to review has that id" },
    { words: ["review", "--dispute", " "], says: "an argument is required" },
    { words: ["review", "--yes", "--reject"], says: "use only one of --yes, --reject" },
    {
      words: ["review", "--discard", "--reject", "--yes"],
      says: "use only one of --yes, --reject",
    },
    { words: ["review", "--discard", "--again"], says: "use only one of --again and --discard" },
  ])("$words is refused: $says", async ({ words, says }) => {
    using person = new Person({});
    const { status, err } = await callFix(person, words);
    expect(status).toBe(2);
    expect(err).toContain(says);
  });

  test.skipIf(!isRoot || !isReadable(KILL_AT))(
    "works for an ordinary user (needs root, a readable checkout)",
    async () => {
      using person = new Person(BROKEN, { uid: OTHER_UID });
      expect((await person.fix(AUTONOMOUS)).err).toMatch(/waits +in the sandbox/);
      expect((await person.fix(["review", "--yes"])).status).toBe(0);
      expect(person.read("test.mjs")).toBe(REPAIRED);
      expect(statSync(join(person.project, "test.mjs")).uid).toBe(OTHER_UID);
    },
  );
});

describe.skipIf(!hasSandbox)("fix is killed (needs bwrap)", () => {
  const KILL_POINTS = [
    { what: "repair", at: "posted" },
    { what: "repair", at: "trying" },
    { what: "repair", at: "tried" },
    { what: "repair", at: "waits" },
    { what: "review", at: "changes" },
    { what: "review", at: "committed" },
    { what: "review", at: "committed, unrecorded" },
  ];

  test.each(sample("fix killed", KILL_POINTS, 2))(
    "in its $what at `$at`, and the next fix review finishes it once",
    async ({ what, at }) => {
      using person = new Person(BROKEN);
      if (what === "review") await withWaitingFix(person);
      const killed = await person.run([KILL_AT, what, at]);
      expect(killed).toMatchObject({ status: null });
      expect(records(person)).toBe(1);
      const earlier = (await person.fix(["false"])).err.includes("1 earlier fix waits for you");
      expect(earlier).toBe(!["posted", "trying", "tried"].includes(at));
      const { status, err } = await callFix(person, ["review", "--yes"]);
      expect({ status, err }).toMatchObject({ status: 0 });
      expect(err).toMatch(/paid +agent 1\.12 XNO, you 0\.17 XNO, platform 0\.05 XNO/);
      expect(person.read("test.mjs")).toBe(REPAIRED);
      expect({ kept: kept(person), records: records(person) }).toEqual({ kept: 0, records: 0 });
      expect((await callFix(person, ["wallet"])).out).toMatch(/\b99\.5 XNO\b/);
    },
  );
});

test.skipIf(!hasSandbox)(
  "an acceptance that was cut off cannot become a rejection (needs bwrap)",
  async () => {
    using person = await withWaitingFix(new Person(BROKEN));
    await person.run([KILL_AT, "review", "committed"]);
    const { status, err } = await callFix(person, ["review", "--reject", "changed my mind"]);
    expect(status).toBe(2);
    expect(err).toContain("you have already accepted this fix");
    expect(records(person)).toBe(1);
  },
);

describe.skipIf(!hasSandbox)("when time has passed (needs bwrap)", () => {
  let aheadMs = 0;

  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });

  /** From now on commands run in this process, as that person and by a clock that can be moved. */
  function becomes(person: Person): void {
    aheadMs = 0;
    vi.stubEnv("HOME", person.home);
    vi.stubEnv("XDG_STATE_HOME", person.state);
    const trueNow = Date.now;
    vi.spyOn(Date, "now").mockImplementation(() => trueNow() + aheadMs);
  }

  test("an uncontested rejection returns the money except for the fee", async () => {
    using person = await withWaitingFix(new Person(BROKEN));
    await callFix(person, ["review", "--reject"]);
    becomes(person);
    aheadMs = CONTEST_MS + 1_000;
    expect((await run(reviewCommand())).out).toContain("there is nothing left to accept");
    expect((await run(walletCommand())).out).toMatch(/\b99\.95 XNO\b/);
    expect(records(person)).toBe(0);
  });

  test("a case that went to court without a review leaves nothing behind when it is over", async () => {
    using person = await withWaitingFix(new Person(BROKEN));
    const name = waitingName(person);
    await callFix(person, ["dispute", name, "it only hides the failure", "--yes"]);
    expect({ kept: kept(person), records: records(person) }).toEqual({ kept: 1, records: 1 });
    becomes(person);
    const reviewing = run(reviewCommand(), name);
    const said = () => vi.mocked(process.stderr.write).mock.calls.map(String).join("");
    await expect.poll(said).toContain("in court");
    aheadMs = APPEAL_MS + 1_000;
    expect((await reviewing).err).toContain("there is nothing left to accept");
    expect({ kept: kept(person), records: records(person) }).toEqual({ kept: 0, records: 0 });
  });

  test("a market that is gone is not waited for long; the fix can be listed and discarded", async () => {
    using person = await withWaitingFix(new Person(BROKEN));
    // Nothing listens on port 1.
    rewrite(person, '"market":null', '"market":"http://127.0.0.1:1"');
    const listed = await within(8_000, () => callFix(person, ["review"]));
    expect(listed.out).toContain("the market does not answer");
    becomes(person);
    const { sleep } = SYSTEM_CLOCK;
    // Pauses between tries are skipped. Time limits on a request are longer, and stay as they are.
    vi.spyOn(SYSTEM_CLOCK, "sleep").mockImplementation(async (ms, signal) => {
      if (ms < 5_000) aheadMs += ms;
      else await sleep(ms, signal);
    });
    const { err } = await run(reviewCommand(), "--discard");
    expect(err).toMatch(/discarded +what the fix wrote is deleted/);
    expect(err).toMatch(/market +\S+ did not answer; if the review window is open/);
    expect({ kept: kept(person), records: records(person) }).toEqual({ kept: 0, records: 0 });
    expect(aheadMs).toBeGreaterThan(0);
    expect(aheadMs).toBeLessThan(10_000);
  });

  test("after an unused review window the agent is paid once and the fix is still kept", async () => {
    using person = await withWaitingFix(new Person(BROKEN));
    becomes(person);
    aheadMs = WINDOW_MS + 1_000;
    for (let times = 0; times < 2; times += 1) {
      const { out } = await run(reviewCommand());
      expect(out).toContain("window over, the agent was paid; the fix waits to be accepted");
    }
    const late = await run(reviewCommand(), "--reject", "too late");
    expect(late).toMatchObject({ code: 2 });
    expect(late.err).toContain("the agent was already paid: accept the fix");
    const done = await run(reviewCommand(), "--yes");
    expect(done.code).toBe(0);
    expect(done.err).not.toContain("It costs you");
    expect(person.read("test.mjs")).toBe(REPAIRED);
    vi.mocked(Date.now).mockRestore();
    const story = (await callFix(person, ["status", "--all", "--json"])).out;
    expect(JSON.parse(story).contracts).toMatchObject([{ phase: "fulfilled", settled: true }]);
  });
});

describe.skipIf(!hasSandbox)("on a market elsewhere (needs bwrap)", () => {
  test("an agent's dispute of a rejection is answered with the recorded facts", async () => {
    using person = new Person(BROKEN);
    using folder = new Folder();
    await using server = await TestServer.start(folder);
    const leaving = new AbortController();
    const agent = disputing(server.url, leaving.signal);
    await person.fix(["--market", server.url, ...AUTONOMOUS]);
    const words = ["review", "--reject", "I use a bundler"];
    const { err } = await person.fix(words, /ruling +\w+/);
    leaving.abort();
    await agent;
    // The agent may answer before or after the program looks again.
    expect(err).toMatch(/disputed +the agent: it works/);
    expect(err).toMatch(/answers +with the recorded facts/);
    expect(err).toContain("the fix was rejected: I use a bundler.");
  });
});

/** What the user's machine remembers of the only repair that waits, with one thing changed. */
function rewrite({ home }: Person, from: string | RegExp, to: string): void {
  const folder = join(home, ".fix/reviews");
  const [name = ""] = readdirSync(folder).filter((each) => each.endsWith(".json"));
  const text = readFileSync(join(folder, name), "utf8");
  expect(text.replace(from, to)).not.toBe(text);
  writeFileSync(join(folder, name), text.replace(from, to));
}

/** As if the machine had stopped before the last thing was written down. */
function cutOffLastCommit({ state }: Person): void {
  const commits = join(state, "fix/commits");
  const [last = ""] = readdirSync(commits).toSorted().toReversed();
  const journal = join(commits, last, "journal.jsonl");
  const lines = readFileSync(journal, "utf8").trimEnd().split("\n");
  writeFileSync(journal, `${lines.slice(0, -1).join("\n")}\n`);
}

/** What it answers, if it does so in time. */
async function within<T>(limitMs: number, run: () => Promise<T>): Promise<T> {
  const startMs = performance.now();
  const answer = await run();
  expect(performance.now() - startMs).toBeLessThan(limitMs);
  return answer;
}

/** A market that refuses every request. */
async function refusing(): Promise<AsyncDisposable & { readonly url: string }> {
  const body = JSON.stringify({ code: "not_admitted", detail: "members only" });
  const server = createServer((_, answer) => answer.writeHead(403).end(body));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.close();
    },
  };
}

/** An agent that hands in the one right fix, and goes to court over a rejection. */
async function disputing(url: string, signal: AbortSignal): Promise<void> {
  const agent = connect({ url, signer: generateSigner(), verify: ed25519Verify });
  let id = "";
  while (id === "" && !signal.aborted) {
    const { contracts } = given(await agent.list({ status: "open" }));
    id = contracts[0]?.id ?? "";
    await agent.clock.sleep(50, signal);
  }
  const fix = "sed -i s,./sum,./sum.js, test.mjs";
  const acts = { open: ["bond", {}], investigating: ["accept", {}] } as const;
  let contract = given(await agent.contract(id));
  contract = given(await agent.act(contract, ...acts.open)).contract;
  contract = given(await agent.act(contract, ...acts.investigating)).contract;
  contract = given(await agent.act(contract, "fix", { fix, explanation: "" })).contract;
  for await (const { entry, contract: now } of agent.follow(contract, signal)) {
    if (entry.type !== "review_reject") continue;
    given(await agent.act(now, "dispute_filed", { argument: "it works" }));
  }
}
