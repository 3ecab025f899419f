/** A small system in a directory, made of the host's own programs, for commands that destroy. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { systemTool } from "../../src/system-tool.ts";

const PROGRAMS =
  "bash sh ls rm cat find chmod chown mv cp dd truncate shred ln mkdir touch prlimit env true sleep seq".split(
    " ",
  );

export function buildDecoyRoot(root: string): void {
  for (const name of ["usr/bin", "usr/sbin", "usr/lib", "usr/lib64"]) {
    mkdirSync(join(root, name), { recursive: true });
  }
  for (const name of ["bin", "sbin", "lib", "lib64"]) symlinkSync(`usr/${name}`, join(root, name));
  for (const name of ["proc", "sys", "dev", "run", "tmp", "etc", "home", "srv", "opt/deep/er"]) {
    mkdirSync(join(root, name), { recursive: true });
  }
  for (const name of ["etc/canary", "srv/canary", "home/file", "opt/deep/er/canary"]) {
    writeFileSync(join(root, name), `canary in ${name}\n`);
  }
  const libraries = new Set<string>();
  for (const name of PROGRAMS) {
    const path = systemTool(name);
    if (path === null) throw new Error(`the decoy needs ${name}, which this machine lacks`);
    copyFileSync(path, join(root, "usr/bin", name));
    for (const library of librariesOf(path)) libraries.add(library);
  }
  for (const library of libraries) {
    mkdirSync(dirname(join(root, library)), { recursive: true });
    copyFileSync(library, join(root, library));
  }
}

function librariesOf(program: string): readonly string[] {
  const text = execFileSync(systemTool("ldd") ?? "ldd", [program], { encoding: "utf8" });
  return [...text.matchAll(/(\/\S+) \(0x/g)].map(([, path = ""]) => path);
}

/** Every entry with everything about it that a command could change. */
export function manifest(root: string): string {
  const lines: string[] = [];
  const visit = (path: string): void => {
    const stats = lstatSync(path, { bigint: true });
    const content = stats.isFile()
      ? createHash("sha256").update(readFileSync(path)).digest("hex")
      : stats.isSymbolicLink()
        ? readlinkSync(path)
        : "";
    lines.push(
      [
        path,
        stats.mode,
        stats.uid,
        stats.gid,
        stats.ino,
        stats.nlink,
        stats.mtimeNs,
        stats.ctimeNs,
        content,
      ].join(" "),
    );
    if (stats.isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name));
  };
  visit(root);
  return lines.join("\n");
}
