/**
 * A sandbox on a directory of its own that has some files and no others: for work of strangers, which
 * has no place on the machine yet.
 *
 * Nothing else can be written to, and of the machine only programs are seen. When it closes, nothing is
 * left of it; what a process that was killed has left is removed when the next one opens.
 *
 * Commands see it at the same paths and with the same modes on every machine, as the same ordinary user:
 * a second run elsewhere has the same output, even if it names a file or its owner, and what only root
 * may do fails everywhere.
 */
import { chmod, mkdir, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { invariant } from "@bazaar/kernel";
import type { Sandbox } from "@bazaar/work";
import { TemporaryDirectory } from "../disk/temporary-directory.ts";
import { openSandbox } from "./open-sandbox.ts";
import { explainRefusal } from "./refusal.ts";
import type { SandboxOptions } from "./sandbox-request.ts";

export type FilesOptions = Partial<
  Pick<SandboxOptions, "limits" | "network" | "shows" | "hides" | "stateDirectory">
> & {
  /** The PATH inside; that of the system unless given. */
  readonly path?: string;
  /** Where its directory is made; where temporary files are unless given. */
  readonly base?: string;
};

export interface FilesSandbox extends Sandbox {
  /** Where commands start, as they see it. */
  readonly directory: string;
}

/** The home is around it, so that commands can write beside their directory. */
export const INSIDE = { directory: "/job/work", home: "/job", uid: 1000, gid: 1000 };

const SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** Why there is none, as text. */
export async function openWithFiles(
  files: ReadonlyMap<string, Uint8Array | string>,
  { path = SYSTEM_PATH, base = tmpdir(), ...options }: FilesOptions = {},
): Promise<FilesSandbox | string> {
  const folder = await TemporaryDirectory.make("job", base);
  const [directory, home] = [join(folder.path, "work"), join(folder.path, "home")];
  try {
    for (const made of [directory, home]) await mkdir(made);
    await writeFiles(directory, files);
    const opened = await openSandbox({
      network: "none",
      stateDirectory: join(folder.path, "state"),
      ...options,
      directory,
      home,
      copyAt: INSIDE,
      inherited: { PATH: path, LANG: "C.UTF-8" },
    });
    if (opened.ok) return removing(opened.value, folder);
    await folder[Symbol.asyncDispose]();
    return explainRefusal(opened.refusal);
  } catch (error) {
    await folder[Symbol.asyncDispose]();
    throw error;
  }
}

/** Before anything runs there, so that no link can lead out of it. This process's umask may differ. */
async function writeFiles(
  directory: string,
  files: ReadonlyMap<string, Uint8Array | string>,
): Promise<void> {
  for (const [path, bytes] of files) {
    const at = join(directory, path);
    invariant(at.startsWith(`${directory}/`), "a file of a sandbox is in its directory");
    await mkdir(dirname(at), { recursive: true });
    await writeFile(at, bytes, { flag: "wx" });
  }
  await chmod(directory, 0o755);
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
  }
}

function removing(sandbox: Sandbox, folder: TemporaryDirectory): FilesSandbox {
  return {
    directory: INSIDE.directory,
    run: (command) => sandbox.run(command),
    rehearse: (command) => sandbox.rehearse(command),
    async [Symbol.asyncDispose]() {
      await sandbox[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
