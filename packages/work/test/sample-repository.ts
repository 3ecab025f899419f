/** A repository in a directory of its own, as a user has one. Needs git. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export class SampleRepository implements Disposable {
  readonly directory = mkdtempSync(join(tmpdir(), "bazaar-repository-"));

  constructor(files: Readonly<Record<string, string>> = {}) {
    this.git("init", "--quiet", "--initial-branch=main");
    this.git("config", "user.name", "pia");
    this.git("config", "user.email", "pia@example.org");
    if (Object.keys(files).length > 0) this.commit(files);
  }

  at(path: string): string {
    return join(this.directory, path);
  }

  write(path: string, text: string | Buffer, mode = 0o644): void {
    mkdirSync(dirname(this.at(path)), { recursive: true });
    writeFileSync(this.at(path), text);
    chmodSync(this.at(path), mode);
  }

  link(path: string, target: string): void {
    mkdirSync(dirname(this.at(path)), { recursive: true });
    symlinkSync(target, this.at(path));
  }

  /** Writes the files and commits everything; the id of the commit. */
  commit(files: Readonly<Record<string, string>> = {}): string {
    for (const [path, text] of Object.entries(files)) this.write(path, text);
    this.git("add", "--all", "--force");
    this.git("commit", "--quiet", "--allow-empty", "--no-verify", "-m", "change");
    return this.git("rev-parse", "HEAD").trim();
  }

  /** What `change` does to the files, as a patch; they are then as before. */
  patch(change: () => void): string {
    change();
    this.git("add", "--all", "--force");
    const patch = this.git("diff", "--cached", "--binary", "HEAD");
    this.git("reset", "--quiet", "--hard");
    return patch;
  }

  git(...args: readonly string[]): string {
    const options = { cwd: this.directory, encoding: "utf8", stdio: "pipe" } as const;
    return execFileSync("git", args, { ...options, maxBuffer: 2 ** 28 });
  }

  [Symbol.dispose](): void {
    rmSync(this.directory, { recursive: true, force: true });
  }
}
