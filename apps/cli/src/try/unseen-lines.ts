/** Lists files whose content was not shown: by name, or by directory if there are very many. */
import type { JudgedChange } from "@bazaar/guard/commit";
import { sizeWords } from "./file-text.ts";
import { pathBelow, quoted } from "./show-changes.ts";

type Change = JudgedChange["change"];

const MAX_NAMED = 50;
/** Where package managers install, and the examples that `git init` writes and never runs. */
const PACKAGES =
  /^(?:.*?\/)??(?:(?:node_modules|site-packages|\.venv|venv)(?=\/)|\.git\/hooks(?=\/[^/]+\.sample$))/;

/** A new file that a tool put there with many others: these are not shown. */
export function isInstalled({ path, before }: Change, workingTree: string): boolean {
  return before === null && PACKAGES.test(pathBelow(path, workingTree) ?? "");
}

export function unseenLines(
  unseen: ReadonlyMap<Change, string>,
  workingTree: string,
): readonly string[] {
  const single = [...unseen].filter(([change]) => !isInstalled(change, workingTree));
  const named = single.slice(0, MAX_NAMED);
  const isNamed = new Set(named.map(([change]) => change));
  const others = [...unseen.keys()].filter((change) => !isNamed.has(change));
  const groups = Map.groupBy(others, (change) => directoryOf(change, workingTree));
  const lines = [
    ...named.map(([change, why]) => line(quoted(change.path, workingTree), why)),
    ...[...groups].map(([where, changes]) => line(where, `${many(changes)}, ${sizeIn(changes)}`)),
  ];
  return lines.length === 0 ? [] : ["", ...lines];
}

function line(what: string, why: string): string {
  return `${what} (not shown: ${why})`;
}

/** The packages it belongs to, or the directory right below the working tree. */
function directoryOf({ path }: Change, workingTree: string): string {
  const below = pathBelow(path, workingTree);
  if (below === null) return "outside the working tree";
  const [packages] = PACKAGES.exec(below) ?? [];
  const [first = "", ...rest] = below.split("/");
  return JSON.stringify(packages ?? (rest.length === 0 ? "." : first));
}

function many({ length }: readonly Change[]): string {
  return length === 1 ? "1 file" : `${length} files`;
}

function sizeIn(changes: readonly Change[]): string {
  return sizeWords(changes.reduce((sum, { after }) => sum + (after?.size ?? 0n), 0n));
}
