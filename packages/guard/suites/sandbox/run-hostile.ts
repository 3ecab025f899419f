/** Runs hostile commands, one sandbox each, and checks the host after every one. */
import { join } from "node:path";
import { sample } from "@bazaar/testkit/sample";
import type { Run } from "@bazaar/work";
import { openSandbox } from "../../src/sandbox/open-sandbox.ts";
import type { SandboxKind } from "../../src/sandbox/sandbox-kind.ts";
import { HOSTILE } from "./hostile.ts";
import { ESCAPED, type HostileCommand } from "./hostile-command.ts";
import { Stage } from "./stage.ts";

export interface HostileResult {
  readonly category: string;
  readonly name: string;
  /** Null when it was contained. */
  readonly problem: string | null;
}

/** Everything that this user can try on this kind of sandbox, or a sample of it. */
export async function* runHostile(kind: SandboxKind, most: number): AsyncGenerator<HostileResult> {
  await using stage = await Stage.build();
  const user = process.getuid?.() === 0 ? "root" : "user";
  for (const { category, hostile } of chosenFor(user, kind, most)) {
    const problem = await attack(stage, hostile, kind);
    yield { category, name: hostile.name, problem };
    // The next commands would do the same.
    if (problem !== null && category === "devices") return;
  }
}

/** On a copy the machine's own `/` is shown read-only, so that no decoy can stand for it. */
function chosenFor(user: "root" | "user", kind: SandboxKind, most: number) {
  const possible = HOSTILE.flatMap(({ category, commands }) =>
    commands
      .filter(({ as = user, on, needsOverlays }) => {
        const isShown = kind === "overlay" || (on !== "decoy" && needsOverlays !== true);
        return as === user && isShown;
      })
      .map((hostile) => ({ category, hostile })),
  );
  return sample(`hostile commands as ${user} on ${kind}`, possible, most);
}

async function attack(
  stage: Stage,
  hostile: HostileCommand,
  kind: SandboxKind,
): Promise<string | null> {
  const isDecoy = hostile.on === "decoy";
  const lateSocket = join(stage.home, "late.sock");
  const opened = await openSandbox(
    {
      directory: isDecoy ? "/home" : stage.project,
      home: stage.home,
      network: "none",
      stateDirectory: stage.state,
      env: stage.environment(lateSocket),
      limits: { timeoutMs: 20_000, ...hostile.limits },
      allowsCopy: kind === "copy",
    },
    { withoutOverlays: kind === "copy", ...(isDecoy ? { root: stage.decoy } : {}) },
  );
  if (!opened.ok) return `the sandbox did not open: ${JSON.stringify(opened.refusal)}`;
  const late = await stage.lateServer(lateSocket);
  const before = stage.facts();
  const decoyBefore = isDecoy ? stage.decoyManifest() : "";
  try {
    const run = await opened.value.run({ text: hostile.command });
    // A copy that the command made unreadable cannot be copied for a rehearsal.
    const again = await opened.value[kind === "copy" ? "run" : "rehearse"]({ text: "true" });
    if (again.stoppedBy !== null && !isDecoy) return `afterwards nothing runs: ${again.output}`;
    if (isDecoy && stage.decoyManifest() !== decoyBefore) return "the decoy changed";
    return runProblem(hostile, run, stage.token) ?? changed(before, stage.facts());
  } finally {
    await opened.value[Symbol.asyncDispose]();
    late.close();
  }
}

function runProblem(hostile: HostileCommand, run: Run, token: string): string | null {
  const said = JSON.stringify(run.output.slice(-400));
  if (run.output.includes(ESCAPED)) return `it says it escaped: ${said}`;
  if (run.output.includes(token)) return `it read a secret: ${said}`;
  if (/command not found|read-only value|syntax error/.test(run.output))
    return `it tried nothing: ${said}`;
  const wanted = hostile.stops ?? null;
  if (run.stoppedBy !== wanted) return `stopped by ${run.stoppedBy}, expected ${wanted}: ${said}`;
  return null;
}

function changed(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): string | null {
  const names = Object.keys(before).filter((name) => before[name] !== after[name]);
  const told = names.map((name) => `${name}: ${before[name]} became ${after[name]}`);
  return names.length === 0 ? null : `the host changed: ${told.join("; ").slice(0, 600)}`;
}
