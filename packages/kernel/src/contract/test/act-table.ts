/**
 * The tables of the act tests: who sends an act in which story, and what it leads to. The page of the
 * act must list every refusal of its tables.
 */
import { readFileSync } from "node:fs";
import { SERVER, type Story } from "@bazaar/testkit";
import { expect, test } from "vitest";
import type { JsonObject } from "../../canonical/json.ts";
import type { Signer } from "../../identity/signer.ts";
import type { ActType } from "../act-rules.ts";
import { PHASES } from "../state.ts";

interface Row {
  readonly when: string;
  readonly told: Story;
  /** The next phase, or the code of the refusal. */
  readonly to: string;
}

export interface ActRow extends Row {
  /** The table's author, if missing. */
  readonly by?: Signer;
  /** The sample data of the act, if missing. */
  readonly data?: JsonObject;
}

export function actTable(act: ActType, author: Signer, rows: readonly ActRow[]): void {
  test.each(rows)(`${act} when $when → $to`, ({ told, by = author, data, to }) => {
    expect(told.leadsTo(by, act, data)).toBe(to);
  });
  onPage(act, rows);
}

/** An act with which the server reports a judge's answer to the open question. */
export function answerTable(
  act: "checked" | "ruling_final" | "voided",
  rows: readonly (Row & { readonly data: JsonObject })[],
): void {
  test.each(rows)(`${act} when $when → $to`, ({ told, data, to }) => {
    const question = BigInt(told.state.case?.question ?? 0);
    expect(told.leadsTo(SERVER, act, { question, ...data })).toBe(to);
  });
  onPage(act, rows);
}

/** What an act costs each side. */
export function costTable(
  act: ActType,
  by: Signer,
  rows: readonly { readonly when: string; readonly told: Story; readonly paid: string }[],
): void {
  test.each(rows)(`${act} when $when pays $paid`, ({ told, paid }) => {
    expect(told.act(by, act).paid).toBe(paid);
  });
}

/** The only text of an act, at its maximum length. */
export function textLimit(
  act: ActType,
  by: Signer,
  text: {
    readonly field: string;
    readonly max: number;
    readonly isOptional: boolean;
    readonly told: () => Story;
    readonly to: string;
  },
): void {
  const { field, max, isOptional, told, to } = text;
  const rows = [
    { when: "is missing", data: {}, to: isOptional ? to : "malformed_act" },
    { when: "has the maximum length", data: { [field]: "a".repeat(max) }, to },
    { when: "is longer", data: { [field]: "a".repeat(max + 1) }, to: "malformed_act" },
  ];
  test.each(rows)(`${act} when its ${field} $when → $to`, (row) => {
    expect(told().leadsTo(by, act, row.data)).toBe(row.to);
  });
  onPage(act, rows);
}

const PAGES = new URL("../../../../../spec/acts/", import.meta.url);

function onPage(act: ActType, rows: readonly Pick<Row, "to">[]): void {
  test(`the page of ${act} lists these refusals`, () => {
    const page = readFileSync(new URL(`${act.replaceAll("_", "-")}.md`, PAGES), "utf8");
    const codes = rows.map(({ to }) => to).filter((to) => !PHASES.some((phase) => phase === to));
    expect(codes.filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
  });
}
