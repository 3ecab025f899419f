/**
 * A contract as a solver sees it: what failed, on what machine, what a fix may use, what was seen
 * and tried. Taken from verified terms and entries; every text in it is untrusted and bounded.
 */

import { availableCapabilities, type Contract } from "@bazaar/doors/connection";
import {
  type Check,
  type ContractState,
  chainJson,
  type Entry,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
} from "@bazaar/kernel";
import type { Waiting } from "@bazaar/work";
import type { Fix } from "./solver.ts";
import { askedTooEarly } from "./work/investigation-rate.ts";

export interface Problem {
  readonly contract: string;
  readonly principal: string;
  readonly command: string;
  readonly error: string;
  /** The kind of failure, such as `compile_error`; may be empty. */
  readonly type: string;
  readonly machine: Machine;
  /** What a fix may use, by name. */
  readonly capabilities: readonly string[];
  readonly checks: readonly Check[];
  readonly mode: "supervised" | "autonomous";
  readonly looksLeft: number;
  readonly attemptsLeft: number;
  /** By this agent and earlier ones. */
  readonly seen: readonly Seen[];
  readonly tried: readonly Tried[];
}

export interface Machine {
  readonly os: string;
  readonly arch: string;
  readonly packageManagers: readonly string[];
}

export interface Seen {
  readonly command: string;
  readonly output: string;
}

export interface Tried {
  readonly shell: string;
  readonly correctedCommand: string | null;
  /** What the principal said about it. */
  readonly said: string;
}

const MAX_TEXT = 20_000;
const MAX_NAME = 100;
const MAX_LIST = 20;

export function problemIn({ id, state, transcript }: Contract): Problem {
  const { terms, seat } = state;
  const { document, rules } = terms;
  return {
    ...taskIn(document),
    contract: id,
    principal: terms.principal,
    checks: terms.checks,
    mode: rules.mode,
    looksLeft: Math.max(0, rules.investigationRounds - (seat?.rounds ?? 0)),
    attemptsLeft: attemptsLeft(state),
    seen: seenIn(transcript.entries),
    tried: triedIn(transcript.entries),
  };
}

/** The task that a document describes. */
export function taskIn(
  document: JsonObject,
): Pick<Problem, "command" | "error" | "type" | "machine" | "capabilities"> {
  const task = isJsonObject(document.task) ? document.task : {};
  return {
    command: text(task.command, MAX_TEXT),
    error: tail(text(task.error, Number.POSITIVE_INFINITY)),
    type: text(task.type, MAX_NAME),
    machine: machineIn(document),
    capabilities: availableCapabilities(document),
  };
}

export function attemptsLeft({ terms, seat }: ContractState): number {
  return Math.max(0, terms.rules.maxAttempts - (seat?.attempts ?? 0));
}

/** What a verification said about a fix: the explanation and the evidence. */
export function saidIn({ data }: Entry): string {
  const explanation = text(data.explanation, MAX_TEXT);
  const { evidence } = data;
  const shown = isJsonObject(evidence) ? tail(evidenceText(evidence)) : "";
  return [explanation, shown].filter((part) => part !== "").join("\n");
}

/** What the checked command waited for, if it was ended for that. */
export function waitingIn(evidence: Json | undefined): { readonly waitsFor?: Waiting["for"] } {
  const waits = isJsonObject(evidence) ? evidence.waits : undefined;
  const waitsFor = isJsonObject(waits) ? waits.for : undefined;
  return waitsFor === "person" || waitsFor === "end" ? { waitsFor } : {};
}

/**
 * `tail` has both streams, `output` only stdout: errors are in the tail.
 */
function evidenceText({ output, tail: both, ...facts }: JsonObject): string {
  const lines = Object.keys(facts).length === 0 ? [] : [chainJson(facts)];
  const shown = [both, output].find((value) => typeof value === "string");
  return [...lines, ...(shown === undefined ? [] : [shown])].join("\n");
}

/** Without those that were refused for coming too early: they may be asked again. */
function seenIn(entries: readonly Entry[]): readonly Seen[] {
  return entries
    .filter(
      ({ type, data }) => type === "result" && askedTooEarly(text(data.output, MAX_TEXT)) === null,
    )
    .slice(-MAX_LIST)
    .map(({ data }) => ({
      command: text(data.command, MAX_TEXT),
      output: text(data.output, MAX_TEXT),
    }));
}

function triedIn(entries: readonly Entry[]): readonly Tried[] {
  const failures = entries.filter(({ type, data }) => type === "verify" && data.success === false);
  return failures.slice(-MAX_LIST).flatMap((failure) => {
    const fix = entries.slice(0, failure.seq).findLast(({ type }) => type === "fix");
    if (fix === undefined) return [];
    const { command } = fix.data;
    return [
      {
        shell: text(fix.data.fix, MAX_TEXT),
        correctedCommand: typeof command === "string" ? text(command, MAX_TEXT) : null,
        said: saidIn(failure),
      },
    ];
  });
}

function machineIn({ environment }: JsonObject): Machine {
  const given = isJsonObject(environment) ? environment : {};
  const managers = isJsonArray(given.package_managers) ? given.package_managers : [];
  return {
    os: text(given.os, MAX_NAME),
    arch: text(given.arch, MAX_NAME),
    packageManagers: managers
      .slice(0, MAX_LIST)
      .map((name) => text(name, MAX_NAME))
      .filter((name) => name !== ""),
  };
}

function text(value: Json | undefined, length: number): string {
  return typeof value === "string" ? value.slice(0, length).toWellFormed() : "";
}

/** The end of a text: errors are there. */
function tail(long: string): string {
  return long.slice(-MAX_TEXT).toWellFormed();
}

export function wasTried({ tried }: Problem, { shell, correctedCommand }: Fix): boolean {
  return tried.some(
    (earlier) => earlier.shell === shell && earlier.correctedCommand === (correctedCommand ?? null),
  );
}
