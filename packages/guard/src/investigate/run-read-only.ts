/**
 * The second wall: runs words in a jail where nothing can be written, no socket can be made, and
 * only the working tree, programs and toolchains can be seen.
 *
 * It does not know what the words mean: it stops whatever passes the grammars by mistake.
 */
import { existsSync } from "node:fs";
import type { Run } from "@bazaar/work";
import { openControlGroup } from "../jail/control-group.ts";
import { jailedCommand, jailOptions } from "../jail/jail-arguments.ts";
import { isBelow } from "../jail/masks.ts";
import { ownedName } from "../jail/owner.ts";
import { memoryOf, withProcessLimit } from "../jail/resource-limits.ts";
import { type Limits, runBounded } from "../jail/run-bounded.ts";
import { isArchitecture, seccompProgram } from "../jail/seccomp.ts";
import type { Architecture } from "../jail/syscalls.ts";
import { defaultStateDirectory } from "../sandbox/state-directory.ts";
import { systemTool } from "../system-tool.ts";
import { storeMade } from "../view/made-files.ts";
import { planView, type View } from "../view/plan-view.ts";
import { SearchFailed } from "../view/search-tree.ts";
import { shownInJail } from "../view/shown-in-jail.ts";

const MEBIBYTE = 2 ** 20;
const SCRATCH_BYTES = 16 * MEBIBYTE;
/** A build in the background may delete what was to be hidden before the jail has started. */
const MAX_STARTS = 5;

/** Small for any machine, large for any useful answer. */
export const INVESTIGATION_LIMITS: Limits = {
  timeoutMs: 10_000,
  outputBytes: 4 * MEBIBYTE,
  // More than a command can write before it is stopped: what the scrub gets is never cut.
  keptBytes: 16 * MEBIBYTE,
  memoryBytes: 1024 * MEBIBYTE,
  processes: 64,
  fileBytes: 16 * MEBIBYTE,
  openFiles: 512,
};

export interface ReadOnlyRun {
  /** The program first, as an absolute path. */
  readonly words: readonly string[];
  /** Where it starts. */
  readonly directory: string;
  /** What is shown, with the project around it. */
  readonly workingTree: string;
  readonly home: string;
  /** Where what was searched is remembered. */
  readonly stateDirectory?: string;
  /** Shown besides the working tree, programs and toolchains: the person said so. */
  readonly shows?: readonly string[];
  /** Further files that are hidden. */
  readonly hidden?: readonly string[];
  /** What PATH says inside. */
  readonly searchPath: string;
  /** Settings that keep the program from running others, beside those of every look. */
  readonly environment?: Readonly<Record<string, string>>;
  /** What it reads on standard input; nothing when left out. */
  readonly input?: string;
  readonly limits: Limits;
}

/** This machine cannot open the jail, so nothing is run. */
export class JailUnavailable extends Error {
  override name = "JailUnavailable";
}

/**
 * The two streams are kept apart: mixed, an error message could split a secret, and neither half
 * would be recognised.
 */
type ReadOnlyAnswer = Run & { readonly stderr: string };

export async function runReadOnly(request: ReadOnlyRun): Promise<ReadOnlyAnswer> {
  const bubblewrap = systemTool("bwrap");
  if (bubblewrap === null) {
    throw new JailUnavailable(
      "bubblewrap is not installed; run `fix doctor` to see how to install it",
    );
  }
  if (systemTool("prlimit") === null) {
    throw new JailUnavailable("prlimit is missing: install util-linux");
  }
  if (!isArchitecture(process.arch)) {
    throw new JailUnavailable(
      `${process.arch} is not supported: there is no system call filter for it`,
    );
  }
  for (let start = 1; ; start += 1) {
    const { isStale, ...answer } = await startOnce(request, bubblewrap, process.arch);
    if (answer.stoppedBy !== "broken") return answer;
    if (!isStale || start === MAX_STARTS) {
      throw new JailUnavailable(`the jail did not start: ${answer.output.trim()}`);
    }
  }
}

/** `isStale`: something that it was to show or to hide is gone since it was planned. */
async function startOnce(
  request: ReadOnlyRun,
  bubblewrap: string,
  architecture: Architecture,
): Promise<ReadOnlyAnswer & { readonly isStale: boolean }> {
  const { words, directory, home, hidden = [], searchPath, limits } = request;
  const user = ordinaryUser();
  const stateDirectory =
    request.stateDirectory ?? defaultStateDirectory(user?.uid ?? 0, process.env);
  const view = viewOf(request, stateDirectory, user);
  const made = storeMade(stateDirectory);
  const { directories, files } = view.masks;
  const isShown = (path: string) =>
    view.places.some(({ at }) => at !== path && isBelow(path, at)) &&
    !directories.some((above) => isBelow(path, above));
  const hiddenFiles = [...new Set([...files, ...hidden.filter(isShown)])];
  const options = jailOptions({
    root: {
      shown: shownInJail(view, {
        scratchAt: () => null,
        fileAt: (path) => made(view.files.get(path) ?? ""),
        scratchBytes: SCRATCH_BYTES,
      }),
    },
    binds: [],
    hiddenDirectories: directories,
    hiddenFiles,
    user,
    capabilities: "none",
    directory,
    scratchBytes: SCRATCH_BYTES,
  });
  const complaints: Buffer[] = [];
  const group = openControlGroup(ownedName(), limits);
  try {
    const run = await runBounded({
      file: bubblewrap,
      args: jailedCommand(user === null ? words : withProcessLimit(limits.processes, words)),
      options,
      environment: { ...environmentOf(home, searchPath), ...request.environment },
      ...(request.input === undefined ? {} : { input: request.input }),
      seccomp: seccompProgram(architecture, "none", memoryOf(group, limits)),
      limits,
      group,
      onOutput: (bytes, stream) => {
        if (stream === "stderr") complaints.push(bytes);
      },
    });
    const planned = [...directories, ...hiddenFiles, ...view.places.map(({ at }) => at)];
    const isStale = run.stoppedBy === "broken" && !planned.every((path) => existsSync(path));
    return { ...run, stderr: Buffer.concat(complaints).toString("utf8"), isStale };
  } finally {
    await group?.remove();
  }
}

/** @throws JailUnavailable */
function viewOf(
  { home, workingTree, shows = [] }: ReadOnlyRun,
  stateDirectory: string,
  user: { readonly uid: number; readonly gid: number } | null,
): View {
  try {
    return planView({
      directory: workingTree,
      home,
      ...(user ?? { uid: 0, gid: 0 }),
      stateDirectory,
      shows,
      environmentFiles: "hidden",
      environment: process.env,
      showsAddress: false,
      shownBy: "binds",
    });
  } catch (error) {
    if (!(error instanceof SearchFailed)) throw error;
    throw new JailUnavailable(`secrets cannot be hidden: ${error.message}`);
  }
}

function ordinaryUser(): { readonly uid: number; readonly gid: number } | null {
  const uid = process.getuid?.() ?? 0;
  return uid === 0 ? null : { uid, gid: process.getgid?.() ?? uid };
}

/** Nothing of the user's own environment. */
function environmentOf(home: string, searchPath: string): Readonly<Record<string, string>> {
  return {
    PATH: searchPath,
    HOME: home,
    LANG: "C.UTF-8",
    // Inside the jail and small; apt needs a file to check signatures.
    TMPDIR: "/dev/shm",
    LESSSECURE: "1",
    LESSHISTFILE: "-",
    PIP_DISABLE_PIP_VERSION_CHECK: "1",
    PIP_NO_INPUT: "1",
    PYTHONDONTWRITEBYTECODE: "1",
    NPM_CONFIG_UPDATE_NOTIFIER: "false",
    NPM_CONFIG_OFFLINE: "true",
    NPM_CONFIG_LOGS_MAX: "0",
  };
}
