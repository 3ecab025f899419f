/**
 * Runs a person's own command as if they had typed it, and remembers what it printed.
 *
 * On a terminal the command gets a terminal of its own, or its colours, prompts and line editing
 * would be gone; util-linux's `script` provides it and copies the output. Elsewhere both streams
 * are passed on as they come. Nothing is changed and nothing is sent: this is the bare run.
 */
import { spawn, spawnSync } from "node:child_process";
import { constants } from "node:os";
import { KeptOutput } from "./kept-output.ts";
import { NamelessFile } from "./nameless-file.ts";

export interface RecordedRun {
  /** As a shell tells it: 128 and the signal's number where a signal ended it. */
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
  /** Whether a person sits at both ends of this process. */
  readonly isTerminal: boolean;
}

const RECORDER = "script";

export async function recordCommand(recording: Recording): Promise<RecordedRun> {
  const kept = new KeptOutput();
  const startedMs = performance.now();
  const record = recording.isTerminal && hasScript() ? onTerminal : onPipes;
  // A Ctrl+C is meant for the command, which may want to live on.
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

/** Other systems have a `script` too, with other words. */
function hasScript(): boolean {
  const { status, stdout } = spawnSync(RECORDER, ["--version"], { encoding: "utf8" });
  return status === 0 && stdout.includes("util-linux");
}

/**
 * `script` asks $SHELL to read its text and writes that text into one line of its log. So the text
 * is always the same, and the command and the person's own shell travel beside it.
 */
const ON_TERMINAL = `exec env -u FIX_COMMAND -u FIX_SHELL SHELL="$FIX_SHELL" bash -c "$FIX_COMMAND"`;
const LOG_FRAME = /^Script started on [^\n]*\n|\r?\nScript done on [^\n]*\n$/g;

async function onTerminal(recording: Recording, kept: KeptOutput): Promise<Ended> {
  using log = new NamelessFile();
  const { command, directory: cwd, environment } = recording;
  const { SHELL: FIX_SHELL = "/bin/bash" } = environment;
  const env = { ...environment, SHELL: "/bin/sh", FIX_COMMAND: command, FIX_SHELL };
  const words = ["--quiet", "--return", "--flush", "--command", ON_TERMINAL];
  const child = spawn(RECORDER, [...words, "--log-out", "/dev/fd/3"], {
    cwd,
    env,
    stdio: ["inherit", "inherit", "inherit", log.descriptor],
  });
  // `script` is deaf to the end of its terminal. Killed, it takes the terminal it made along.
  const exitCode = await ended(child, { SIGTERM: "SIGTERM", SIGHUP: "SIGKILL" });
  for (const chunk of log.chunks()) kept.add(chunk);
  return { exitCode, output: kept.text().replace(LOG_FRAME, "") };
}

async function onPipes(recording: Recording, kept: KeptOutput): Promise<Ended> {
  const { command, directory: cwd, environment: env } = recording;
  const child = spawn("bash", ["-c", command], { cwd, env, stdio: ["inherit", "pipe", "pipe"] });
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    from.on("data", (bytes: Buffer) => kept.add(bytes));
    from.pipe(to, { end: false });
  }
  const exitCode = await ended(child, { SIGTERM: "SIGTERM", SIGHUP: "SIGHUP" });
  return { exitCode, output: kept.text() };
}

/** Whoever tells this process to end means the command. */
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
