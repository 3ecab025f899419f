/**
 * Runs the user's command as if they had typed it, and records its output.
 *
 * On a terminal the command gets a terminal of its own, so that it keeps its colours, prompts and
 * line editing; util-linux's `script` provides it and copies the output. Otherwise both streams are
 * passed on. Nothing is changed and nothing is sent.
 */
import { spawn, spawnSync } from "node:child_process";
import { constants } from "node:os";
import { KeptOutput } from "./kept-output.ts";
import { UnlinkedFile } from "./unlinked-file.ts";

export interface RecordedRun {
  /** As a shell reports it: 128 plus the signal's number if a signal ended it. */
  readonly exitCode: number;
  readonly output: string;
  readonly isCut: boolean;
  readonly durationMs: number;
}

export interface Recording {
  /** Shell text. */
  readonly command: string;
  readonly directory: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Whether stdin and stdout are terminals. */
  readonly isTerminal: boolean;
  /** Whether its standard output goes to ours for errors, because ours is for JSON. */
  readonly isOffStdout?: boolean;
}

const RECORDER = "script";

export async function recordCommand(recording: Recording): Promise<RecordedRun> {
  const kept = new KeptOutput();
  const startedMs = performance.now();
  const record = recording.isTerminal && hasScript() ? onTerminal : onPipes;
  // Ctrl+C is for the command, which may handle it.
  process.on("SIGINT", ignore);
  try {
    const { exitCode, output } = await record(recording, kept);
    const durationMs = Math.round(performance.now() - startedMs);
    return { exitCode, output, isCut: kept.isCut, durationMs };
  } finally {
    process.off("SIGINT", ignore);
  }
}

function ignore(): void {}

type Ended = Pick<RecordedRun, "exitCode" | "output">;

/** The `script` of other systems has other options. */
function hasScript(): boolean {
  const { status, stdout } = spawnSync(RECORDER, ["--version"], { encoding: "utf8" });
  return status === 0 && stdout.includes("util-linux");
}

/**
 * `script` runs its text with $SHELL and writes that text into a line of its log. So the text is
 * constant, and the command and the user's shell are passed as variables.
 */
const ON_TERMINAL = `exec env -u FIX_COMMAND -u FIX_SHELL SHELL="$FIX_SHELL" bash -c "$FIX_COMMAND"`;
const LOG_FRAME = /^Script started on [^\n]*\n|\r?\nScript done on [^\n]*\n$/g;

async function onTerminal(recording: Recording, kept: KeptOutput): Promise<Ended> {
  using log = new UnlinkedFile();
  const { command, directory: cwd, environment, isOffStdout = false } = recording;
  const { SHELL: FIX_SHELL = "/bin/bash" } = environment;
  const env = { ...environment, SHELL: "/bin/sh", FIX_COMMAND: command, FIX_SHELL };
  const words = ["--quiet", "--return", "--flush", "--command", ON_TERMINAL];
  const child = spawn(RECORDER, [...words, "--log-out", "/dev/fd/3"], {
    cwd,
    env,
    stdio: ["inherit", isOffStdout ? 2 : "inherit", "inherit", log.descriptor],
  });
  // `script` ignores SIGHUP. Killed, it closes the terminal it made.
  const exitCode = await ended(child, { SIGTERM: "SIGTERM", SIGHUP: "SIGKILL" });
  for (const chunk of log.chunks()) kept.add(chunk);
  return { exitCode, output: kept.text().replace(LOG_FRAME, "") };
}

async function onPipes(recording: Recording, kept: KeptOutput): Promise<Ended> {
  const { command, directory: cwd, environment: env, isOffStdout = false } = recording;
  const child = spawn("bash", ["-c", command], { cwd, env, stdio: ["inherit", "pipe", "pipe"] });
  for (const [from, to] of [
    [child.stdout, isOffStdout ? process.stderr : process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    from.on("data", (bytes: Buffer) => kept.add(bytes));
    from.pipe(to, { end: false });
  }
  const exitCode = await ended(child, { SIGTERM: "SIGTERM", SIGHUP: "SIGHUP" });
  return { exitCode, output: kept.text() };
}

/** Signals to this process that are passed on to the command. */
type PassedOn = Readonly<Record<"SIGTERM" | "SIGHUP", NodeJS.Signals>>;

async function ended(child: ReturnType<typeof spawn>, passedOn: PassedOn): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  child.once("error", reject);
  child.once("close", (code, signal) =>
    resolve(code ?? 128 + constants.signals[signal ?? "SIGKILL"]),
  );
  const passOn = (signal: NodeJS.Signals) => child.kill(passedOn[signal as keyof PassedOn]);
  process.on("SIGTERM", passOn).on("SIGHUP", passOn);
  try {
    return await promise;
  } finally {
    process.off("SIGTERM", passOn).off("SIGHUP", passOn);
  }
}
