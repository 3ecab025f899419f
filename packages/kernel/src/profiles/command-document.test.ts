/** The contract document of seed 000: its own example, documents real clients sent, every bound. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Float, isJsonObject, type Json, type JsonObject, parseJson } from "../canonical/json.ts";
import { parseDocument } from "./command-document.ts";

const JUDGE = "fix_ed4928c628d1c2c6eae90338905995612959273a5c63f93636c14614ac8737d1";

/** The example of seed 000, with a key for its judge. */
const EXAMPLE = `{
  "task": {
    "command": "gcc foo.c",
    "error": "foo.c:12: undefined reference to \`bar'",
    "type": "compile_error"
  },
  "environment": { "os": "Linux", "arch": "aarch64", "package_managers": ["apt", "pip3"] },
  "capabilities": {
    "sudo": { "available": false },
    "network": { "available": true, "scope": ["packages"] },
    "docker": { "available": false }
  },
  "execution": {
    "mode": "supervised",
    "max_attempts": 5,
    "investigation_rounds": 5,
    "investigation_rate": 5,
    "timeout": 300,
    "review_window": 7200,
    "sandbox": true
  },
  "escrow": { "bounty": "0.50", "currency": "XNO", "chain": "nano" },
  "terms": { "cancellation": { "grace_period": 30 } },
  "judge": { "pubkey": "${JUDGE}", "fee": "0.17" },
  "verification": [{ "method": "exit_code", "expected": 0 }]
}`;

function object(text: string): JsonObject {
  const parsed = parseJson(text);
  if (!parsed.ok || !isJsonObject(parsed.value)) throw new Error(text);
  return parsed.value;
}

const example = object(EXAMPLE);

/** One section of the example with some fields changed. */
function changed(section: string, fields: JsonObject): JsonObject {
  const old = example[section];
  return { ...example, [section]: { ...(isJsonObject(old) ? old : {}), ...fields } };
}

/** "ok", or the field that was refused. */
function read(json: Json): string {
  const parsed = parseDocument(json);
  if (parsed.ok) return "ok";
  return parsed.refusal.code === "malformed_terms" ? parsed.refusal.field : parsed.refusal.code;
}

test("the seed's example is read", () => {
  expect(parseDocument(example)).toEqual({
    ok: true,
    value: {
      command: "gcc foo.c",
      escrow: { bounty: "0.50", currency: "XNO", chain: "nano" },
      judge: JUDGE,
      judgeFee: "0.17",
      checks: [{ method: "exit_code", expected: 0 }],
      mode: "supervised",
      rules: {
        maxAttempts: 5,
        investigationRounds: 5,
        investigationRateSeconds: 5,
        executionSeconds: 300,
        reviewSeconds: 7_200,
        graceSeconds: 30,
      },
    },
  });
});

test.each(["contract_decline_reopen_chat_b48be2d", "contract_happy_path_agent_sse_b48be2d"])(
  "a captured document is accepted: %s",
  (name) => {
    const file = new URL(`../../../../spec/vectors/fix/${name}.json`, import.meta.url);
    const { contract } = object(readFileSync(file, "utf8"));
    const parsed = parseDocument(contract);
    expect(parsed).toMatchObject({
      ok: true,
      value: { command: "gcc foo.c", judge: JUDGE, judgeFee: "0.17", mode: "supervised" },
    });
    expect(parsed.ok && parsed.value.rules).toEqual({
      maxAttempts: 2,
      investigationRounds: 5,
      investigationRateSeconds: 0,
      executionSeconds: 300,
      reviewSeconds: 60,
      graceSeconds: 30,
    });
  },
);

test.each(["principal_verification", "principal", "contains", "pytest -q"])(
  "a check by %s is the principal's",
  (method) => {
    const parsed = parseDocument({ task: { command: "make" }, verification: [{ method }] });
    expect(parsed.ok && parsed.value.checks).toEqual([{ method: "principal" }]);
  },
);

test("the least document is a command", () => {
  expect(parseDocument({ task: { command: "make" } })).toEqual({
    ok: true,
    value: {
      command: "make",
      escrow: null,
      judge: null,
      judgeFee: null,
      checks: [{ method: "exit_code", expected: 0 }],
      mode: "supervised",
      rules: {},
    },
  });
});

describe("bounds", () => {
  const numbers: { section: string; name: string; min: bigint; max: bigint }[] = [
    { section: "execution", name: "max_attempts", min: 1n, max: 50n },
    { section: "execution", name: "investigation_rounds", min: 0n, max: 100n },
    { section: "execution", name: "investigation_rate", min: 0n, max: 3_600n },
    { section: "execution", name: "timeout", min: 30n, max: 3_600n },
    { section: "execution", name: "review_window", min: 60n, max: 86_400n },
  ];

  test.each(numbers)("$section.$name: $min to $max", ({ section, name, min, max }) => {
    const at = (value: Json): string => read(changed(section, { [name]: value }));
    expect([at(min), at(max), at(null)]).toEqual(["ok", "ok", "ok"]);
    for (const wrong of [min - 1n, max + 1n, new Float(60), "60"]) {
      expect(at(wrong)).toBe(`contract.${section}.${name}`);
    }
  });

  test.each([
    { grace: 0n, is: "ok" },
    { grace: 300n, is: "ok" },
    { grace: 301n, is: "contract.terms.cancellation.grace_period" },
    { grace: -1n, is: "contract.terms.cancellation.grace_period" },
  ])("a grace period of $grace: $is", ({ grace, is }) => {
    expect(read(changed("terms", { cancellation: { grace_period: grace } }))).toBe(is);
  });

  const checks = (...verification: Json[]): JsonObject => ({ ...example, verification });
  const match = (pattern: Json): JsonObject => ({ method: "output_match", pattern });
  const rows: { what: string; json: Json; is?: string }[] = [
    { what: "version 2", json: { ...example, version: 2n } },
    { what: "version 3", json: { ...example, version: 3n }, is: "contract.version" },
    { what: "version 2.0", json: { ...example, version: new Float(2) }, is: "contract.version" },
    { what: "no task", json: {}, is: "contract.task" },
    {
      what: "an empty command",
      json: changed("task", { command: "" }),
      is: "contract.task.command",
    },
    {
      what: "a blank command",
      json: changed("task", { command: " \n" }),
      is: "contract.task.command",
    },
    { what: "a long command", json: changed("task", { command: "a".repeat(50_000) }) },
    {
      what: "a longer command",
      json: changed("task", { command: "a".repeat(50_001) }),
      is: "contract.task.command",
    },
    {
      what: "a longer error",
      json: changed("task", { error: "a".repeat(50_001) }),
      is: "contract.task.error",
    },
    {
      what: "a long type",
      json: changed("task", { type: "a".repeat(201) }),
      is: "contract.task.type",
    },
    {
      what: "a numeric os",
      json: changed("environment", { os: 1n }),
      is: "contract.environment.os",
    },
    {
      what: "101 package managers",
      json: changed("environment", { package_managers: new Array(101).fill("apt") }),
      is: "contract.environment.package_managers",
    },
    {
      what: "a capability without a word on it",
      json: changed("capabilities", { sudo: {} }),
      is: "contract.capabilities.sudo.available",
    },
    { what: "a capability that is null", json: changed("capabilities", { sudo: null }) },
    {
      what: "a scope that is a text",
      json: changed("capabilities", { network: { available: true, scope: "all" } }),
      is: "contract.capabilities.network.scope",
    },
    {
      what: "sandbox as a word",
      json: changed("execution", { sandbox: "yes" }),
      is: "contract.execution.sandbox",
    },
    { what: "autonomous mode", json: changed("execution", { mode: "autonomous" }) },
    {
      what: "another mode",
      json: changed("execution", { mode: "wild" }),
      is: "contract.execution.mode",
    },
    {
      what: "a bounty as a number",
      json: changed("escrow", { bounty: new Float(0.5) }),
      is: "contract.escrow.bounty",
    },
    {
      what: "no currency",
      json: changed("escrow", { currency: null }),
      is: "contract.escrow.currency",
    },
    { what: "no chain", json: changed("escrow", { chain: null }) },
    {
      what: "a judge's key as a number",
      json: changed("judge", { pubkey: 1n }),
      is: "contract.judge.pubkey",
    },
    { what: "no checks", json: checks(), is: "contract.verification" },
    {
      what: "eleven checks",
      json: checks(...new Array(11).fill(match("ok"))),
      is: "contract.verification",
    },
    { what: "an exit code of 255", json: checks({ method: "exit_code", expected: 255n }) },
    {
      what: "an exit code of 256",
      json: checks({ method: "exit_code", expected: 256n }),
      is: "contract.verification[0].expected",
    },
    { what: "an exit code nobody wrote", json: checks({ method: "exit_code" }) },
    { what: "a pattern", json: checks(match("ok")) },
    {
      what: "no pattern",
      json: checks({ method: "output_match" }),
      is: "contract.verification[0].pattern",
    },
    {
      what: "a pattern too long",
      json: checks(match("a".repeat(1_001))),
      is: "contract.verification[0].pattern",
    },
    {
      what: "a pattern with look-ahead, which terms refuse too",
      json: checks(match("(?=a)")),
      is: "contract.verification[0].pattern",
    },
    {
      what: "a pattern that multiplies, in the second check",
      json: checks(match("ok"), match("\\pL{1000}")),
      is: "contract.verification[1]",
    },
    { what: "the principal's own eyes", json: checks({ method: "principal_verification" }) },
    { what: "a method of another client", json: checks({ method: "pytest -q" }) },
    { what: "a long method", json: checks({ method: "x".repeat(2_000) }) },
    ...["", "x".repeat(2_001), 1n, null].map((method) => ({
      what: `the method ${String(method).slice(0, 9)}`,
      json: checks({ method }),
      is: "contract.verification[0].method",
    })),
    { what: "a list", json: [], is: "contract" },
  ];

  test.each(rows)("$what $is", ({ json, is = "ok" }) => {
    expect(read(json)).toBe(is);
  });

  test("a document may be 100,000 characters long, as the chain writes it", () => {
    const bare = `{"note":"","task":{"command":"make"}}`.length;
    const sized = (length: number): JsonObject => ({
      task: { command: "make" },
      note: "x".repeat(length - bare),
    });
    expect(read(sized(100_000))).toBe("ok");
    expect(read(sized(100_001))).toBe("contract.task");
    // Six characters each in the chain's ASCII form.
    expect(read({ task: { command: "make" }, note: "é".repeat(17_000) })).toBe("contract.task");
  });
});

test("unknown fields are kept", () => {
  const odd = {
    ...example,
    protocol: "fix",
    redaction: { on: true },
    prior_failures: [1n],
    task: { ...(example.task as JsonObject), mood: "bad" },
    capabilities: { gpu: true, sudo: { available: true, note: "ask first" } },
    execution: { root: null, shell: "bash" },
  };
  expect(read(odd)).toBe("ok");
});

describe("the judge's fee", () => {
  const rows: { judge: Json; terms: Json; is: string | null }[] = [
    { judge: "0.17", terms: null, is: "0.17" },
    { judge: null, terms: "0.2", is: "0.2" },
    { judge: null, terms: null, is: null },
    { judge: "0.17", terms: "0.17", is: "0.17" },
    { judge: "0.17", terms: "0.170", is: "0.17" },
    { judge: "1", terms: "1.0", is: "1" },
    { judge: "10", terms: "1", is: "contract.terms" },
    { judge: "0.17", terms: "0.18", is: "contract.terms" },
  ];

  test.each(rows)("judge.fee $judge and terms.judge_fee $terms: $is", ({ judge, terms, is }) => {
    const both = { ...changed("judge", { fee: judge }), terms: { judge_fee: terms } };
    const parsed = parseDocument(both);
    expect(parsed.ok ? parsed.value.judgeFee : read(both)).toBe(is);
  });

  test.each([null, ""])("a judge without a key (%j) is no court", (pubkey) => {
    const parsed = parseDocument(changed("judge", { pubkey }));
    expect(parsed.ok && parsed.value.judge).toBeNull();
  });
});
