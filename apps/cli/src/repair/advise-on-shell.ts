/**
 * A failed `cd`, `export` or `alias` acts on the person's own shell, and `ssh name` on names that only
 * the person has. Nothing is tried, and no market is asked: our own rules say what to type.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { type Hint, type Look, type Problem, withTrueNames } from "@bazaar/agent";
import { directoryLookedAt } from "@bazaar/agent/directory-entries";
import { OWN_HOSTS_LOOK, ownHostsIn } from "@bazaar/agent/own-hosts";
import { rulesSolver } from "@bazaar/agent/rules";
import { ACTS_ON_SHELL } from "@bazaar/agent/shell-commands";
import { investigateAndTell } from "@bazaar/client";
import { explain } from "@bazaar/guard/investigate";
import type { RepairContext } from "./repair-context.ts";
import { sayHints } from "./say-hints.ts";

const MAX_ENTRIES = 5_000;

/** Whether there was something to say. */
export async function adviseOnShell(problem: Problem, place: RepairContext): Promise<boolean> {
  const { ui, failed } = place;
  const hints: Hint[] = [];
  const look = async (command: string): Promise<Look> => {
    const directory = directoryLookedAt(place.restore(command));
    if (directory !== null) {
      return { isSeen: true, output: entriesOf(resolve(failed.directory, atHome(directory))) };
    }
    if (command === OWN_HOSTS_LOOK) return { isSeen: true, output: ownHosts() };
    const found = await investigateAndTell(place.restore(command), place);
    if (!found.ok) return { isSeen: false, because: explain(found.refusal) };
    return { isSeen: true, output: found.value.output };
  };
  await withTrueNames(rulesSolver(), place).solve(problem, {
    now: () => problem,
    look,
    propose: async () => ({ verdict: "not_tried", because: ACTS_ON_SHELL }),
    hint: (hint) => void hints.push(hint),
    signal: ui.signal,
  });
  sayHints(hints, ui);
  return hints.length > 0;
}

function atHome(directory: string): string {
  return directory === "~" || directory.startsWith("~/")
    ? join(homedir(), directory.slice(1))
    : directory;
}

/**
 * As the look prints them. The target of a person's `cd` may be anywhere, and what an agent sees ends
 * at the project. The names go no further than our own rules.
 */
function entriesOf(directory: string): string {
  try {
    const names = readdirSync(directory).slice(0, MAX_ENTRIES);
    const lines = names.map((name) => `${isDirectory(join(directory, name)) ? "d" : "f"} ${name}`);
    return ["d ", ...lines.filter((line) => !line.includes("\n")), ""].join("\n");
  } catch {
    // Missing, a file, or not readable: nothing is known of it.
    return "";
  }
}

/** The names of hosts go no further than our own rules either. */
function ownHosts(): string {
  return ownHostsIn({
    sshConfig: textOf(join(homedir(), ".ssh/config")),
    etcHosts: textOf("/etc/hosts"),
  });
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // Missing or not readable: it names nothing.
    return "";
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
