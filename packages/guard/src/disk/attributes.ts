/**
 * Extended attributes of many files at a time.
 *
 * Node cannot read them, so `getfattr` does, once for all of them: one process per file took half a
 * minute for ten thousand files. Attributes of overlayfs, real or forged, are never returned.
 */

import { asRaw, type RawPath } from "./raw-path.ts";
import { runOverPaths } from "./run-over-paths.ts";

/** Name to value, the value as `getfattr -e hex` writes it. */
export type Attributes = Readonly<Record<string, string>>;

export const NO_ATTRIBUTES: Attributes = {};

const OVERLAYS_OWN = /^(?:user|trusted)\.overlay\./;
const READ = ["getfattr", "-h", "-d", "-e", "hex", "--absolute-names", "-m", "-"];

/** Null when this machine has no `getfattr`. */
export async function attributesOf(
  paths: readonly RawPath[],
): Promise<ReadonlyMap<RawPath, Attributes> | null> {
  const found = await readAttributes([...READ, "--"], paths);
  return found && ownedByFiles(found);
}

/** Removes overlayfs attributes, so that none reaches the real disk. */
export async function stripOverlayAttributes(roots: readonly RawPath[]): Promise<void> {
  const found = await readAttributes([...READ, "-R", "-P", "--"], roots);
  const byName = new Map<string, RawPath[]>();
  for (const [path, attributes] of found ?? []) {
    for (const name of Object.keys(attributes).filter((key) => OVERLAYS_OWN.test(key))) {
      const paths = byName.get(name);
      if (paths === undefined) byName.set(name, [path]);
      else paths.push(path);
    }
  }
  for (const [name, paths] of byName) await removeAttribute(name, paths);
}

export async function removeAttribute(name: string, paths: readonly RawPath[]): Promise<void> {
  await runOverPaths(["setfattr", "-h", "-x", name, "--"], paths);
}

export async function setAttribute(path: RawPath, name: string, value: string): Promise<void> {
  await runOverPaths(["setfattr", "-h", "-n", name, "-v", value, "--"], [path]);
}

async function readAttributes(
  command: readonly string[],
  paths: readonly RawPath[],
): Promise<Map<RawPath, Attributes> | null> {
  if (paths.length === 0) return new Map();
  const ran = await runOverPaths(command, paths);
  return ran.isMissing ? null : parseDump(ran.stdout.toString("latin1"));
}

function parseDump(dump: string): Map<RawPath, Attributes> {
  const found = new Map<RawPath, Record<string, string>>();
  let current: Record<string, string> = {};
  for (const line of dump.split("\n")) {
    if (line.startsWith("# file: ")) {
      current = {};
      found.set(unescaped(line.slice("# file: ".length)), current);
      continue;
    }
    const [name, value] = [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)];
    if (name !== "") current[unescaped(name)] = value;
  }
  return found;
}

function unescaped(text: string): RawPath {
  return asRaw(
    text.replace(/\\([0-7]{3})/g, (_, octal: string) =>
      String.fromCharCode(Number.parseInt(octal, 8)),
    ),
  );
}

function ownedByFiles(found: ReadonlyMap<RawPath, Attributes>): ReadonlyMap<RawPath, Attributes> {
  return new Map(
    [...found].map(([path, attributes]) => [
      path,
      Object.fromEntries(
        Object.entries(attributes)
          .filter(([name]) => !OVERLAYS_OWN.test(name))
          .sort(([one], [other]) => (one < other ? -1 : 1)),
      ),
    ]),
  );
}

export function hasSameAttributes(one: Attributes, other: Attributes): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
