import type { RepairEvent } from "@bazaar/client";
import type { Contract } from "@bazaar/doors/connection";
import { contractAlias, type JsonObject } from "@bazaar/kernel";
import { afterEach, beforeEach, expect, test } from "vitest";
import { TestMarket } from "../../test/test-market.ts";
import { TerminalView } from "./terminal-view.ts";

let stand: TestMarket;
let written: string;
let view: TerminalView;

beforeEach(async () => {
  stand = await TestMarket.open();
  written = "";
  view = new TerminalView({
    write: (text) => {
      written += text;
    },
    columns: null,
    hasColours: false,
    nowMs: () => 0,
    dateMs: () => Date.now(),
  });
});

afterEach(async () => {
  await stand[Symbol.asyncDispose]();
});

/** The event for the last entry. */
function lastEntry(contract: Contract): RepairEvent {
  const entry = contract.transcript.entries.at(-1);
  if (entry === undefined) throw new Error("it is empty");
  return { type: "entry", entry, contract };
}

async function disputed(): Promise<Contract> {
  const taken = await stand.taken(await stand.post("make"));
  return stand.act(taken, stand.agent, "dispute_filed", { argument: "you \u001b[2J lie" });
}

test("a dispute shows who says what, inert, and how long there is to answer", async () => {
  view.show(lastEntry(await disputed()));
  expect(written).toContain("disputed   the agent: you \\u{1b}[2J lie\n");
  expect(written).toMatch(/waits for {2}your answer to the dispute, (?:30|29) s left\n/);
});

test("of entries that came at once only the last one counts down", async () => {
  const contract = await disputed();
  const [first] = contract.transcript.entries;
  if (first === undefined) throw new Error("it is empty");
  view.show({ type: "entry", entry: first, contract });
  expect(written).not.toContain("waits for");
});

test.each([
  { who: "either side", mayAppeal: true, hasFix: true },
  { who: "the agent", mayAppeal: false, hasFix: false },
])("a ruling that $who may appeal says how, if it is for the user to do", async (ruling) => {
  const { who, mayAppeal, hasFix } = ruling;
  const ruled = await ruledOn(hasFix ? await disputedFix() : await disputed());
  view.show(lastEntry(ruled));
  const name = contractAlias(ruled.id).slice(0, 16);
  expect(written.includes(`fix appeal ${name} <argument> appeals to the next court\n`)).toBe(
    mayAppeal,
  );
  expect(written).toMatch(new RegExp(`waits for {2}an appeal by ${who}, \\d+ s left\n`));
});

async function disputedFix(): Promise<Contract> {
  const taken = await stand.taken(await stand.post("make"));
  const fixed = await stand.act(taken, stand.agent, "fix", { fix: "true" });
  return stand.act(fixed, stand.person, "dispute_filed", { argument: "it does nothing" });
}

async function ruledOn(filed: Contract): Promise<Contract> {
  const { case: dispute } = filed.state;
  const other = dispute?.leader === "agent" ? stand.person : stand.agent;
  let current = await stand.act(filed, other, "dispute_response", { argument: "no" });
  if (current.state.phase === "ruled") return current;
  for await (const { contract } of other.follow(current, AbortSignal.timeout(20_000))) {
    current = contract;
    if (current.state.phase === "ruled") break;
  }
  return current;
}

test("what is answered for the user is shown, and whose words it is", () => {
  view.show({ type: "answering", argument: "Entry 1: \u0007", isOwnWords: false });
  expect(written).toContain("answers    with the recorded facts\n        │ Entry 1: \\u{7}\n");
});

const EVIDENCE: JsonObject = { exit_code: 1n, duration_ms: 1_500n };

test("a line of the sandbox that has no end is ended before the next step", () => {
  view.show({ type: "output", bytes: Buffer.from("no newline"), stream: "stdout" });
  view.show({ type: "tried", verdict: "fail", evidence: EVIDENCE });
  expect(written).toBe("        no newline\n  0.0s  failed     exit 1 after 1.5 s\n");
});

function trying(fix: string, correctedCommand: string | null): RepairEvent {
  return { type: "trying", proposal: { fix, explanation: "typo", correctedCommand }, attempt: 1 };
}

test("a fix and a command are shown whole, on any number of lines", () => {
  view.show(trying("a\tb\n\n\n\nc\u00a0d", "true #\nrm x"));
  expect(written).toContain(
    "        1 │ a\\u{9}b\n          ┆ 3 empty lines\n        5 │ c\\u{a0}d\n",
  );
  expect(written).toContain("instead    true #\\u{a}rm x\n");
});

test("what is said about a fix is shown once it works, and not if it fails", () => {
  view.show(trying("true", null));
  view.show({ type: "tried", verdict: "fail", evidence: EVIDENCE });
  expect(written).not.toContain("typo");
  view.show(trying("true", null));
  view.show({ type: "tried", verdict: "pass", evidence: { ...EVIDENCE, exit_code: 0n } });
  expect(written).toMatch(/verified +exit 0 after 1\.5 s\n.*cause +typo\n$/);
});

test("a listing is named, and a long look is cut in the middle", () => {
  const narrow = new TerminalView({
    write: (text) => {
      written += text;
    },
    columns: () => 50,
    hasColours: false,
    nowMs: () => 0,
    dateMs: () => Date.now(),
  });
  const finding = { output: "" } as Extract<RepairEvent, { type: "looked" }>["finding"];
  narrow.show({ type: "looked", command: "find . -maxdepth 4 -printf '%y %p'", finding });
  expect(written).toContain("looks      lists files\n");
  const tree = { ...finding, output: "d 755 \t.\nf 644 \t./a\n" };
  narrow.show({ type: "looked", command: "find . -maxdepth 4 -printf '%y %p'", finding: tree });
  expect(written).toMatch(/looks {6}lists files \(2\)\n$/);
  const absent = "find: ‘/sbin/gti’: No such file or directory\n";
  const found = { ...finding, output: `${absent}/usr/games/gti\n${absent}` };
  narrow.show({
    type: "looked",
    command: "find /sbin/gti /usr/games/gti -maxdepth 0",
    finding: found,
  });
  expect(written).toMatch(/looks {6}lists files\n {8}│ \/usr\/games\/gti\n$/);
  narrow.show({ type: "looked", command: `cat ${"very/".repeat(20)}deep.txt`, finding });
  expect(written).toMatch(/looks {6}cat very\/very\S*…\S*deep\.txt\n/);
  const rows = written.split("\n").filter((row) => row.includes("looks"));
  expect(Math.max(...rows.map((row) => row.length))).toBeLessThan(50);
});

test("a fix that is not shown to its end says how long it is", () => {
  view.show(trying("echo\n".repeat(50), null));
  expect(written).toContain("        … 10 rows more; it has 50 lines\n");
});

test("a command that would run into the next row goes below, behind the bar", () => {
  const narrow = new TerminalView({
    write: (text) => {
      written += text;
    },
    columns: () => 40,
    hasColours: false,
    nowMs: () => 0,
    dateMs: () => Date.now(),
  });
  narrow.show(trying("", `: ${"x".repeat(20)}  0.4s  paid       you 9 XNO`));
  expect(written).toContain("instead    1 line\n        │ : xxxxxxxxxxxxxxxxxxxx  0.4s  \n");
  expect(written).toMatch(/\n {8}│ paid {7}you 9 XNO\n/);
});

test.each([
  { stopped_by: "waiting", says: "perl is a server" },
  { stopped_by: "time", says: "it does not end within 2 min in the sandbox" },
  { stopped_by: undefined, says: "it did not finish (a signal)" },
])("a trial that was stopped says why: $says", ({ stopped_by, says }) => {
  const evidence: JsonObject = {
    ...(stopped_by === undefined ? {} : { stopped_by }),
    duration_ms: 120_000n,
    waits: { for: "end", words: "perl is a server" },
    tail: "starting\n",
  };
  view.show({ type: "tried", verdict: "fail", evidence });
  expect(written).toContain(says);
});
