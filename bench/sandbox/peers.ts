/** What the sandbox is compared with: commands without it, in bubblewrap, and in a short script. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";

export class Peers {
  readonly #folder: string;
  #number = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  bare(text: string): Promise<number> {
    return finished("bash", ["-c", text]);
  }

  bubblewrap(text: string): Promise<number> {
    return finished("bwrap", ["--bind", "/", "/", ...JAIL, "bash", "-c", text]);
  }

  /** The same without masks, limits and system call filters. */
  script(text: string): Promise<number> {
    this.#number += 1;
    const isRoot = process.getuid?.() === 0;
    const [lower, user, root] = isRoot
      ? ["/", [], '--bind "$d/m" /']
      : [tmpdir(), ["--user", "--map-root-user"], `--ro-bind / / --bind "$d/m" ${tmpdir()}`];
    const script = [
      'd=$1; mkdir -p "$d/u" "$d/w" "$d/m"',
      `mount -t overlay o -o ${isRoot ? "" : "userxattr,"}volatile,lowerdir=${lower},upperdir="$d/u",workdir="$d/w" "$d/m"`,
      `exec bwrap ${root} ${JAIL.join(" ")} bash -c "$2"`,
    ].join("\n");
    const place = join(this.#folder, String(this.#number));
    return finished("unshare", [
      ...user,
      "--mount",
      "--propagation",
      "private",
      "sh",
      "-c",
      script,
      "sh",
      place,
      text,
    ]);
  }
}

const JAIL = [
  "--dev",
  "/dev",
  "--proc",
  "/proc",
  "--unshare-all",
  "--die-with-parent",
  "--chdir",
  "/tmp",
];

/** @throws unless it exits with 0. */
export async function finished(file: string, args: readonly string[]): Promise<number> {
  const child = spawn(file, args, { stdio: ["ignore", "ignore", "inherit"] });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`${file} exited with ${code}`);
  return 1;
}
