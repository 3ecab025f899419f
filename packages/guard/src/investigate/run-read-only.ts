/**
 * The second wall: runs words in a jail where nothing can be written, no socket can be made, and
 * secret places are empty.
 *
 * It does not know what the words mean: it stops whatever passes the grammars by mistake.
 */
import type { Run } from "@bazaar/work";
import { openControlGroup } from "../jail/control-group.ts";
import { jailedCommand, jailOptions } from "../jail/jail-arguments.ts";
import { allHomes, findMasks, type Masks } from "../jail/masks.ts";
import { ownedName } from "../jail/owner.ts";
import { memoryOf, withProcessLimit } from "../jail/resource-limits.ts";
import { type Limits, runBounded } from "../jail/run-bounded.ts";
import { isArchitecture, seccompProgram } from "../jail/seccomp.ts";
import { systemTool } from "../system-tool.ts";

const MEBIBYTE = 2 ** 20;

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
  readonly directory: string;
  readonly home: string;
  /** Trees whose environment files are hidden. */
  readonly trees: readonly string[];
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
  const { words, directory, home, trees, hidden = [], searchPath, limits } = request;
  const bubblewrap = systemTool("bwrap");
  if (bubblewrap === null) {
    throw new JailUnavailable(
      "bubblewrap is not installed; run `fix doctor` to see how to install it",
    );
  }
  if (!isArchitecture(process.arch)) {
    throw new JailUnavailable(
      `${process.arch} is not supported: there is no system call filter for it`,
    );
  }
  const { directories, files } = await masksOf(home, trees);
  const user = ordinaryUser();
  const options = jailOptions({
    root: "read-only",
    binds: [],
    hiddenDirectories: directories,
    hiddenFiles: [...new Set([...files, ...hidden])],
    user,
    capabilities: "none",
    directory,
    scratchBytes: 16 * MEBIBYTE,
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
      seccomp: seccompProgram(process.arch, "none", memoryOf(group, limits)),
      limits,
      group,
      onOutput: (bytes, stream) => {
        if (stream === "stderr") complaints.push(bytes);
      },
    });
    if (run.stoppedBy !== "broken") {
      return { ...run, stderr: Buffer.concat(complaints).toString("utf8") };
    }
    throw new JailUnavailable(`the jail did not start: ${run.output.trim()}`);
  } finally {
    await group?.remove();
  }
}

/** Each tree is searched separately, so that a large one does not use up the limit of another. */
async function masksOf(home: string, trees: readonly string[]): Promise<Masks> {
  const homes = await allHomes(home);
  const found = await Promise.all([
    findMasks({ homes, directory: null, hidesAccounts: true }),
    ...trees.map((tree) => findMasks({ homes: [], directory: tree, hidesAccounts: true })),
  ]);
  const directories = [...new Set(found.flatMap((masks) => masks.directories))];
  const isHidden = (path: string) => directories.some((above) => path.startsWith(`${above}/`));
  const files = [...new Set(found.flatMap((masks) => masks.files))];
  return { directories, files: files.filter((path) => !isHidden(path)) };
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
