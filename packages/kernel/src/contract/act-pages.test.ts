/** The pages under spec/acts: from where, with which data, refused how. All held to the code. */
import { readFileSync } from "node:fs";
import {
  AGENT,
  bonded,
  deliberating,
  PRINCIPAL,
  reserved,
  SERVER,
  sampleData,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { isJsonObject, type JsonObject, parseJson } from "../canonical/json.ts";
import { opinionText } from "../court/opinion.ts";
import { type ActType, actFields, JUDGE_ACTS, PARTY_ACTS, SERVER_ACTS } from "./act-rules.ts";
import { PHASES } from "./state.ts";
import { ACT_SCENES, type ActScene } from "./test/act-scenes.ts";

const ACTS = [...PARTY_ACTS, ...JUDGE_ACTS, ...SERVER_ACTS];

const SPEC = new URL("../../../../spec/", import.meta.url);

const pageOf = (act: string): string =>
  readFileSync(new URL(`acts/${act.replaceAll("_", "-")}.md`, SPEC), "utf8");

/** The act's row in the state machine's table: the possible results by phase. */
function resultsOf(act: string): ReadonlyMap<string, readonly string[]> {
  const page = readFileSync(new URL("state-machine.md", SPEC), "utf8");
  const lines = page.split("\n").filter((line) => line.startsWith("|"));
  const [, , ...names] = (lines[0] ?? "").split("|").map((cell) => cell.trim());
  const phases = names.slice(0, -1);
  const row = lines.find((line) => line.startsWith(`| ${act} |`)) ?? "";
  const [, , ...cells] = row.split("|");
  const results = phases.map((_, at) =>
    (cells[at] ?? "")
      .replaceAll(/\[\^\w+\]/g, "")
      .split(" or ")
      .map((result) => result.trim()),
  );
  return new Map(phases.map((phase, at) => [phase, results[at] ?? []]));
}

const isPhase = (result: string): boolean => PHASES.some((phase) => phase === result);

const quoted = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word);

function exampleOf(act: string): JsonObject {
  const [, text = ""] = /```json\n(.*?)\n```/s.exec(pageOf(act)) ?? [];
  const parsed = parseJson(text);
  if (!parsed.ok || !isJsonObject(parsed.value)) throw new Error(`${act}: ${text}`);
  return parsed.value;
}

const REFUSALS = readFileSync(new URL("../refusal.ts", import.meta.url), "utf8");

describe.each(ACTS)("the page of %s", (act) => {
  test("has its name and the phases of the state machine", () => {
    expect(pageOf(act).startsWith(`# ${act}\n`)).toBe(true);
    const [from = ""] = /- \*\*From:\*\* .*/.exec(pageOf(act)) ?? [];
    const results = [...resultsOf(act)].filter(([phase]) => isPhase(phase));
    const allowed = results.filter(([, possible]) => possible.some(isPhase));
    expect(quoted(from)).toEqual(allowed.map(([phase]) => phase));
  });

  test("lists every refusal of its row in the state machine", () => {
    const results = [...resultsOf(act)].filter(([phase]) => isPhase(phase));
    const codes = results.flatMap(([, possible]) => possible.filter((code) => !isPhase(code)));
    const missing = codes.filter((code) => !pageOf(act).includes(`| \`${code}\``));
    expect([...new Set(missing)]).toEqual([]);
  });

  test("names only refusals that exist", () => {
    const [, table = ""] = pageOf(act).split("| refusal | when |");
    const codes = table.split("\n").flatMap((line) => /^\| `(\w+)` \|/.exec(line)?.[1] ?? []);
    expect(codes.length).toBeGreaterThan(0);
    expect(codes.filter((code) => !REFUSALS.includes(`"${code}"`))).toEqual([]);
  });
});

const { accept: _, ...PAGE_SCENES } = ACT_SCENES;

test.each(Object.entries(PAGE_SCENES))("the example of %s is accepted", (act, [by, scene]) => {
  const told = scene();
  expect(told.refusal(by, act as ActType, exampleOf(act))).toBeNull();
});

/** The names that an act's reader asks its data for. */
function askedFor(act: ActType, [by, scene]: ActScene): readonly string[] {
  const told = scene();
  const names = new Set<string>();
  const note = (name: string | symbol): void => {
    if (typeof name === "string") names.add(name);
  };
  const data = new Proxy(sampleData(act as Exclude<ActType, "post">, told.state), {
    get: (target, name) => {
      note(name);
      return Reflect.get(target, name);
    },
    getOwnPropertyDescriptor: (target, name) => {
      note(name);
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
  });
  expect(told.refusal(by, act, data)).toBeNull();
  return [...names].sort();
}

/** The fields that an act's page lists. */
function listedOn(act: ActType): readonly string[] {
  const [, table = ""] = pageOf(act).split("| field | type | bounds |");
  const [lines = ""] = table.split("\n\n");
  return lines.split("\n").flatMap((line) => /^\| `(\w+)` \|/.exec(line)?.[1] ?? []);
}

const OTHERS = [...PARTY_ACTS, ...JUDGE_ACTS].filter((act) => act !== "post");

describe.each(OTHERS)("the fields of %s", (act) => {
  test("are the ones on its page", () => {
    expect([...listedOn(act)].sort()).toEqual([...actFields(act)].sort());
  });

  test("are all that it reads", () => {
    expect(askedFor(act, ACT_SCENES[act])).toEqual([...actFields(act)].sort());
  });
});

// The server may add what no rule reads: its opinion, its proofs.
test.each(SERVER_ACTS)("the fields of %s are on its page", (act) => {
  expect(listedOn(act)).toEqual(expect.arrayContaining([...actFields(act)]));
});

test("the text that a judge signs is the one on the page, of the example of ruling", () => {
  const page = readFileSync(new URL("transcript.md", SPEC), "utf8");
  const [, section = ""] = page.split("### Opinion origins\n");
  const [, text = ""] = /```text\n(.*)\n```/.exec(section) ?? [];
  expect(text).toBe(opinionText("0".repeat(64), exampleOf("ruling")));
});

test("questions are counted together with slow deposits, as the court's page says", () => {
  expect(deliberating().state.case?.question).toBe(0);
  const told = reserved().act(SERVER, "funded").act(AGENT, "accept").act(PRINCIPAL, "halt");
  expect(told.state.case?.question).toBe(2);
});

test("the example of accept is a price, which only a budget allows", () => {
  expect(bonded().leadsTo(AGENT, "accept", exampleOf("accept"))).toBe("price_not_allowed");
});
