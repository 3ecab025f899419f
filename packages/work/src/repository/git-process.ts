/** Runs git as a process of this machine, with nothing of its user's settings and within limits. */
import { spawn } from "node:child_process";
import { QUIET_GIT } from "./quiet-git.ts";

export interface GitCommand {
  readonly args: readonly string[];
  /** On top of settings that keep it from running anything else. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly input?: Uint8Array;
}

export interface GitAnswer {
  /** Null: it was stopped, at a limit or by a signal. */
  readonly exitCode: number | null;
  readonly stdout: Buffer;
}

export type RunGit = (command: GitCommand) => Promise<GitAnswer>;

const MAX_OUTPUT_BYTES = 64 * 2 ** 20;
const TIMEOUT_MS = 120_000;
/** Git's own programs are found by git; these are where git is. */
const DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin";

/** @throws if there is no git. */
export const gitProcess: RunGit = ({ args, environment = {}, input }) => {
  const { promise, resolve, reject } = Promise.withResolvers<GitAnswer>();
  const git = spawn("git", ["--no-pager", ...args], {
    // Not inherited: a user's GIT_DIR or GIT_INDEX_FILE would lead it to another repository.
    env: { PATH: process.env.PATH ?? DEFAULT_PATH, ...QUIET_GIT, ...environment },
    stdio: ["pipe", "pipe", "ignore"],
    timeout: TIMEOUT_MS,
    killSignal: "SIGKILL",
  });
  const pieces: Buffer[] = [];
  let bytes = 0;
  git.stdout.on("data", (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > MAX_OUTPUT_BYTES) git.kill("SIGKILL");
    else pieces.push(piece);
  });
  git.on("error", reject);
  git.on("close", (exitCode) => resolve({ exitCode, stdout: Buffer.concat(pieces) }));
  // A process that ends before it has read all of its input says so by its exit code.
  git.stdin.on("error", () => undefined);
  git.stdin.end(input ?? new Uint8Array());
  return promise;
};
