/**
 * One investigation, from the agent's text to what the agent sees: grammar, jail, scrub, then the
 * cut.
 */
import { realpath, stat } from "node:fs/promises";
import type { StoppedBy } from "@bazaar/work";
import { errorCode } from "../error-code.ts";
import { isSecretPath } from "../jail/masks.ts";
import type { Limits } from "../jail/run-bounded.ts";
import { systemTool } from "../system-tool.ts";
import { checkCommand, type Plan } from "./check-command.ts";
import { cutOutput } from "./cut-output.ts";
import { holdsPrivateKey, privateKeysBelow } from "./key-material.ts";
import { redactUnreadable } from "./redact-unreadable.ts";
import { allow, type Checked, deny, type InvestigationRefusal } from "./refusal.ts";
import { INVESTIGATION_LIMITS, type ReadOnlyRun, runReadOnly } from "./run-read-only.ts";

export interface InvestigationRequest {
  readonly command: string;
  /** Where it starts, absolute. */
  readonly directory: string;
  readonly home: string;
  /** The user's own PATH, for `which` and similar tools; programs are never run from it. */
  readonly searchPath?: string;
  readonly limits?: Limits;
  readonly scrub: (text: string) => string;
  /** Asked before every command that runs; a refusal ends the investigation. */
  readonly permit?: (reading: Reading) => Promise<InvestigationRefusal | null>;
}

/** What one command is about to read. */
export interface Reading {
  /** The tool first, by its name; a tool that runs another has both. */
  readonly words: readonly string[];
  /** Every path it names, absolute. */
  readonly paths: readonly string[];
  /** Whether it shows contents of files that it does not name, below the directory it starts in. */
  readonly readsDirectory: boolean;
}

/** What leaves the machine. */
export interface Finding {
  /** Null when it was stopped, or when its output could not be kept. */
  readonly exitCode: number | null;
  readonly stoppedBy: StoppedBy | null;
  /** Scrubbed, then cut to the size of one result. */
  readonly output: string;
  readonly durationMs: number;
}

/** Exit codes of `timeout` when it stopped its command. */
const TIMED_OUT: ReadonlySet<number> = new Set([124, 137]);

const OUT_OF_REACH: ReadonlySet<string> = new Set([
  "ENOENT",
  "ENOTDIR",
  "EACCES",
  "EPERM",
  "ELOOP",
  "ENAMETOOLONG",
]);

export const SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

export async function investigate(request: InvestigationRequest): Promise<Checked<Finding>> {
  const { command, home, scrub } = request;
  const directory = await realpath(request.directory);
  const checked = checkCommand(command, { directory, home });
  if (!checked.ok) return checked;
  const planned = await jailOf(checked.value, { ...request, directory });
  if (!planned.ok) return planned;

  const run = await runReadOnly(planned.value);
  const { exitCode, stoppedBy, durationMs } = run;
  const notes = notesOn(checked.value, stoppedBy, planned.value.limits);
  const hasEnded = exitCode !== null && !TIMED_OUT.has(exitCode);
  const [stdout = "", stderr = ""] = [run.stdout, run.stderr].map((said) =>
    hasEnded ? said : wholeLines(said),
  );
  const divider = stdout === "" || stderr === "" || stdout.endsWith("\n") ? "" : "\n";
  const output = [...notes, `${stdout}${divider}${stderr}`].join("\n");
  const text = cutOutput(redactUnreadable(scrub(output)));
  return allow({ exitCode, stoppedBy, output: text, durationMs });
}

/** A stopped tool may end in the middle of a secret, and half a secret is not recognised. */
function wholeLines(output: string): string {
  return output.slice(0, output.lastIndexOf("\n") + 1);
}

async function jailOf(plan: Plan, request: InvestigationRequest): Promise<Checked<ReadOnlyRun>> {
  const { directory, home, searchPath = SYSTEM_PATH, limits = INVESTIGATION_LIMITS } = request;
  const words: string[] = [];
  for (const word of plan.words) {
    const found = typeof word === "string" ? word : systemTool(word.program);
    if (found === null) {
      const tool = typeof word === "string" ? word : word.program;
      return deny({ code: "tool_missing", tool });
    }
    words.push(found);
  }
  const tool = words[0] ?? "";
  const trees = [directory];
  for (const path of plan.paths) {
    const real = await whatIs(path);
    if (real === null) continue;
    if (isSecretPath(real.path, home)) {
      const problem = `${path} leads there, and keys, passwords and histories are kept there`;
      return deny({ code: "secret_path", tool, word: path, path: real.path, problem });
    }
    if (plan.readsContents && real.isFile && holdsPrivateKey(real.path)) {
      const problem = "it is a private key";
      return deny({ code: "secret_path", tool, word: path, path: real.path, problem });
    }
    if (real.isDirectory && plan.readsTrees) trees.push(real.path);
  }
  const refusal = (await request.permit?.(readingOf(plan))) ?? null;
  if (refusal !== null) return deny(refusal);
  return allow({
    words,
    directory: plan.startsIn ?? directory,
    home,
    trees,
    hidden: plan.readsTrees ? trees.flatMap(privateKeysBelow) : [],
    searchPath: plan.seesSearchPath ? searchPath : SYSTEM_PATH,
    limits,
  });
}

function readingOf({ words, paths, readsContents, readsTrees }: Plan): Reading {
  return {
    words: words.map((word) => (typeof word === "string" ? word : word.program)),
    paths,
    readsDirectory: (readsContents || readsTrees) && paths.length === 0,
  };
}

interface Real {
  readonly path: string;
  readonly isDirectory: boolean;
  readonly isFile: boolean;
}

/** Null if it does not exist; the tool will say so. */
async function whatIs(path: string): Promise<Real | null> {
  try {
    const real = await realpath(path);
    const stats = await stat(real);
    return { path: real, isDirectory: stats.isDirectory(), isFile: stats.isFile() };
  } catch (error) {
    if (OUT_OF_REACH.has(errorCode(error))) return null;
    throw error;
  }
}

function notesOn(plan: Plan, stoppedBy: StoppedBy | null, limits: Limits): readonly string[] {
  const notes = plan.note === null ? [] : [`[${plan.note}]`];
  if (stoppedBy === "time") notes.push(`[ended after ${limits.timeoutMs / 1_000} seconds]`);
  if (stoppedBy === "output") notes.push(`[ended after ${limits.outputBytes} bytes of output]`);
  if (stoppedBy === "memory") notes.push("[ended because it used too much memory]");
  return notes;
}
