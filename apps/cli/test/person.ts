/** A person with a home and a project of their own, who calls the real `fix` as a process. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";

const FIX = join(import.meta.dirname, "../bin/fix.mjs");

export interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

export class Person implements Disposable {
  readonly home = realpathSync(mkdtempSync(join(tmpdir(), "fix-person-")));
  readonly project = join(this.home, "project");

  constructor(files: Readonly<Record<string, string>>) {
    mkdirSync(this.project);
    for (const [name, content] of Object.entries(files)) this.write(name, content);
  }

  [Symbol.dispose](): void {
    rmSync(this.home, { recursive: true, force: true });
  }

  write(name: string, content: string): void {
    writeFileSync(join(this.project, name), content);
  }

  read(name: string): string {
    return readFileSync(join(this.project, name), "utf8");
  }

  /**
   * Nothing of what the tests were started with is seen, but the Node that runs them. With
   * `until`, the person presses Ctrl+C when that is read.
   */
  async fix(words: readonly string[], until?: RegExp): Promise<Ended> {
    const path = [dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(delimiter);
    const child = spawn(process.execPath, [FIX, ...words], {
      cwd: this.project,
      env: {
        PATH: path,
        HOME: this.home,
        XDG_STATE_HOME: join(this.home, "state"),
        LANG: "C.UTF-8",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let seen = "";
    child.stderr.on("data", (chunk) => {
      seen += chunk;
      if (until?.test(seen)) child.kill("SIGINT");
    });
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    return { status: child.exitCode, out, err };
  }
}
