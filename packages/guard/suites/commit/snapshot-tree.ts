/** A tree as a table of facts, so that two trees can be compared down to the last attribute. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";

/** Path below the root, one character per byte, to everything that can be seen of it. */
export type TreeSnapshot = ReadonlyMap<string, string>;

/** Later than any time that a start tree or a script sets: such a time is "during the run". */
const RECENT_NS = 1_750_000_000_000_000_000n;
/** What a program can set on a directory, to the precision of the calls that set it. */
const SLACK_NS = 1_000n;
const READER = "getfattr";

export function snapshotTree(root: string, times: "exact" | "set by hand"): TreeSnapshot {
  const found = new Map<string, string>();
  const groups = new Map<bigint, string[]>();
  const attributes = allAttributes(root);
  const visit = (below: string): void => {
    const path = Buffer.from(`${Buffer.from(root).toString("latin1")}${below}`, "latin1");
    const stats = lstatSync(path, { bigint: true });
    const type = Number(stats.mode >> 12n);
    const content = stats.isFile()
      ? createHash("sha256").update(readFileSync(path)).digest("hex").slice(0, 16)
      : stats.isSymbolicLink()
        ? readlinkSync(path, "latin1")
        : "";
    const size = stats.isDirectory() ? 0 : stats.size;
    const links = stats.isDirectory() ? 0 : stats.nlink;
    const mode = Number(stats.mode & 0o7777n).toString(8);
    const time = shownTime(stats.mtimeNs, times);
    const facts = [type, mode, stats.uid, stats.gid, size, links, time, content];
    found.set(below, [...facts, attributes.get(below) ?? ""].join(" "));
    if (stats.isFile() && stats.nlink > 1n) {
      groups.set(stats.ino, [...(groups.get(stats.ino) ?? []), below]);
    }
    if (stats.isDirectory()) {
      for (const name of readdirSync(path, { encoding: "latin1" }).sort())
        visit(`${below}/${name}`);
    }
  };
  visit("");
  for (const names of groups.values()) {
    for (const name of names) found.set(name, `${found.get(name)} = ${names.join(" = ")}`);
  }
  return found;
}

function shownTime(ns: bigint, times: "exact" | "set by hand"): string {
  return times === "set by hand" && ns > RECENT_NS
    ? "recent"
    : `${(ns + SLACK_NS / 2n) / SLACK_NS}`;
}

function allAttributes(root: string): Map<string, string> {
  const args = ["-h", "-d", "-e", "hex", "--absolute-names", "-R", "-P", "-m", "-", root];
  const { stdout } = spawnSync(READER, args, {
    encoding: "latin1",
    env: { ...process.env, LC_ALL: "C" },
  });
  const prefix = Buffer.from(root).toString("latin1");
  return new Map(
    (stdout ?? "").split("\n\n").flatMap((block) => {
      const [head = "", ...rest] = block.trim().split("\n");
      if (!head.startsWith("# file: ")) return [];
      const path = head
        .slice("# file: ".length)
        .replace(/\\([0-7]{3})/g, (_, octal: string) =>
          String.fromCharCode(Number.parseInt(octal, 8)),
        );
      return [[path.slice(prefix.length), rest.sort().join(" ")] as const];
    }),
  );
}

/** The differences, in lines for a person. */
export function treeDifferences(one: TreeSnapshot, other: TreeSnapshot): string[] {
  const paths = [...new Set([...one.keys(), ...other.keys()])].sort();
  return paths
    .filter((path) => one.get(path) !== other.get(path))
    .map(
      (path) =>
        `${JSON.stringify(path)}: ${one.get(path) ?? "none"} | ${other.get(path) ?? "none"}`,
    );
}
