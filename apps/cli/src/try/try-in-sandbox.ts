/** Runs one command in the sandbox and hands over its changes. */
import { StringDecoder } from "node:string_decoder";
import {
  type ApprovedPlan,
  type CommitRefusal,
  commit,
  type JudgedChange,
  judgeChanges,
  type LayerChanges,
  layerChanges,
  planCommit,
  type RawPath,
} from "@bazaar/guard/commit";
import {
  COPY_LACKS,
  type LayeredSandbox,
  type Network,
  openSandbox,
  type SandboxKind,
} from "@bazaar/guard/sandbox";
import { inertText } from "@bazaar/kernel";
import { hiddenPaths } from "../shows/hidden-paths.ts";
import { workingDirectory } from "../working-directory.ts";
import { lostPaths } from "./lost-lines.ts";

export type Sandboxed = Awaited<ReturnType<LayeredSandbox["run"]>>;

export interface Tried extends LayerChanges {
  readonly run: Sandboxed;
  readonly kind: SandboxKind;
  readonly workingTree: string;
  readonly command: string;
  readonly judged: readonly JudgedChange[];
  /** Whether it failed, and names something on this machine that it does not see. */
  readonly lacksPath: boolean;
  /** What it wrote and nothing keeps. */
  readonly lost: readonly string[];
}

export type Refused =
  | { readonly by: "sandbox"; readonly refusal: SandboxRefusal }
  | { readonly by: "commit"; readonly refusal: CommitRefusal };

type SandboxRefusal = Extract<Awaited<ReturnType<typeof openSandbox>>, { ok: false }>["refusal"];

export interface Trying {
  readonly text: string;
  readonly network: Network;
  /** What the command sees besides the working tree. */
  readonly shows: readonly string[];
  /** Whether a copy of the working directory will do where there is no full sandbox. */
  readonly allowsCopy: boolean;
  /** Told what is missing before anything runs there. */
  readonly onWeaker: (lacks: readonly string[]) => void;
  readonly signal: AbortSignal;
  /** Where the command's output goes as it comes; null keeps it. */
  readonly live: {
    readonly stdout: NodeJS.WritableStream;
    readonly stderr: NodeJS.WritableStream;
  } | null;
}

export async function tryInSandbox(
  { text, network, shows, signal, live, allowsCopy, onWeaker }: Trying,
  whenTried: (tried: Tried) => Promise<void>,
): Promise<Refused | null> {
  const workingTree = workingDirectory();
  const opened = await openSandbox({ directory: workingTree, network, shows, allowsCopy });
  if (!opened.ok) return { by: "sandbox", refusal: opened.refusal };
  await using sandbox = opened.value;
  if (sandbox.kind === "copy") onWeaker(COPY_LACKS);
  const run = await sandbox.run({
    text,
    signal,
    ...(live === null ? {} : { onOutput: inertOutput(live) }),
  });
  const lost = lostPaths(await sandbox.lost());
  const seen = await layerChanges(sandbox);
  if (!seen.ok) return { by: "commit", refusal: seen.refusal };
  const path = process.env.PATH ?? "";
  const judged = judgeChanges(seen.value.diff, { workingTree, path, ownCommand: text });
  const isFailed = run.exitCode !== 0 && run.stoppedBy === null;
  const lacksPath = isFailed && hiddenPaths(`${text}\n${run.output}`, sandbox).length > 0;
  const { kind } = sandbox;
  const tried = { run, workingTree, command: text, judged, lacksPath, lost, kind };
  await whenTried({ ...tried, ...seen.value });
  return null;
}

/** Output may contain terminal control codes, cut at any byte. */
function inertOutput(
  live: NonNullable<Trying["live"]>,
): (bytes: Buffer, stream: "stdout" | "stderr") => void {
  const decoders = { stdout: new StringDecoder("utf8"), stderr: new StringDecoder("utf8") };
  return (bytes, stream) => live[stream].write(inertText(decoders[stream].write(bytes)));
}

export async function commitApproved(
  { places, diff, judged, command }: Tried,
  approved: ReadonlySet<RawPath>,
): Promise<{ plan: ApprovedPlan; refusal: CommitRefusal | null }> {
  const plan = planCommit({ judged, approved });
  const done = await commit(places, diff, plan, { command });
  return { plan, refusal: done.ok ? null : done.refusal };
}
