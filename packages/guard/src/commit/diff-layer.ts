/**
 * What a sandboxed command would change on the real disk.
 *
 * Files copied into the layer and left unchanged are dropped: same content, mode, owner, times and
 * extended attributes. A different time alone is a change, because a run without a sandbox would
 * leave it too.
 */
import { realpathSync } from "node:fs";
import {
  type Attributes,
  attributesOf,
  hasSameAttributes,
  NO_ATTRIBUTES,
} from "../disk/attributes.ts";
import { hasSameOwnerAndMode, hasSameTime } from "../disk/disk-entry.ts";
import { mountOf } from "../disk/names-in.ts";
import { isRoot } from "../disk/owner-access.ts";
import { parentPath, type RawPath, rawPath } from "../disk/raw-path.ts";
import type { LayerView } from "../sandbox/layer.ts";
import type { Change, ChangeKind, LayerDiff } from "./change.ts";
import { type FileName, withLinks } from "./link-groups.ts";
import { openUp } from "./open-up.ts";
import { type CommitResult, done, Refused } from "./refusal.ts";
import { hasSameContent } from "./same-content.ts";
import {
  MAX_LEVELS,
  type RawTree,
  type Walk,
  type Walked,
  type Written,
  walkTree,
} from "./walk-layer.ts";

export async function diffLayer(view: LayerView): Promise<CommitResult<LayerDiff>> {
  try {
    return done(await diff(view));
  } catch (error) {
    if (error instanceof Refused) return { ok: false, refusal: error.refusal };
    throw error;
  }
}

async function diff(view: LayerView): Promise<LayerDiff> {
  const lateModes = view.opened;
  const walked: Walked = { written: [], directories: [], refused: [], residue: [] };
  const budget = { entries: 0 };
  const stateDirectory = rawPath(realpathSync(view.stateDirectory));
  const trees = view.trees.map(rawTree);
  for (const tree of trees) {
    if (!isRoot()) openUp(tree, lateModes, MAX_LEVELS + 1);
    const walk: Walk = {
      ...walked,
      tree,
      mount: mountOf(tree.lower),
      openedAtNs: view.openedAtNs,
      stateDirectory,
      lateModes,
      budget,
    };
    walkTree(walk);
  }
  const known = await knownAttributes(trees, walked);
  const names = walked.written.map((written) => nameWritten(written, known));
  const files = withLinks(names).filter(({ isSame }) => !isSame);
  const inside = files.map(({ change }) => change);
  const changes = [...inside, ...directoryChanges(walked, inside, known, view.openedAtNs)];
  return {
    changes: changes.sort((one, other) => (one.path < other.path ? -1 : 1)),
    refused: walked.refused,
    directoryTimes: walked.directories,
    residue: walked.residue,
    lateModes: new Map(lateModes),
    hasAttributes: known !== null,
  };
}

/** Resolved once: every later step refuses to follow a symbolic link. */
function rawTree({ lower, upper, merged, rootMadeAtNs }: LayerView["trees"][number]): RawTree {
  return {
    lower: rawPath(realpathSync(lower)),
    upper: rawPath(realpathSync(upper)),
    merged: rawPath(merged),
    rootMadeAtNs,
  };
}

type Known = ReadonlyMap<RawPath, Attributes>;

async function knownAttributes(trees: readonly RawTree[], walked: Walked): Promise<Known | null> {
  // Only the roots, which every layer has.
  if (walked.written.length === 0 && walked.directories.length === trees.length) return new Map();
  const inLayer = [...walked.written.filter(({ after }) => after !== null), ...walked.directories];
  const onBoth = walked.written.filter(({ before, after }) => before?.type === after?.type);
  return attributesOf([
    ...inLayer.map(({ source }) => source),
    ...[...onBoth, ...walked.directories].map(({ path }) => path),
  ]);
}

function nameWritten(written: Written, known: Known | null): FileName {
  const { path, source, before, after } = written;
  const attributes = (after && known?.get(source)) ?? NO_ATTRIBUTES;
  const attributesBefore = (before && known?.get(path)) ?? NO_ATTRIBUTES;
  const hasAttributes = known !== null && hasSameAttributes(attributes, attributesBefore);
  const kind = kindOf(written, hasAttributes);
  return {
    change: { ...written, kind: kind ?? "modify", linkTo: null, attributes, attributesBefore },
    isSame: kind === null,
  };
}

/** Null when nothing differs. */
function kindOf(
  { path, source, before, after }: Written,
  hasAttributes: boolean,
): ChangeKind | null {
  if (after === null) return "delete";
  if (before === null) return "add";
  if (before.type !== after.type) return "replace";
  if (before.target !== after.target || before.size !== after.size) return "modify";
  if (!hasAttributes) return "modify";
  if (after.type === "file" && !hasSameContent(source, path)) return "modify";
  return hasSameOwnerAndMode(before, after) && hasSameTime(before, after) ? null : "meta";
}

/** A directory's time alone counts only if its contents did not change. */
function directoryChanges(
  walked: Walked,
  inside: readonly Change[],
  known: Known | null,
  openedAtNs: bigint,
): Change[] {
  const parents = new Set(inside.map(({ path }) => parentPath(path)));
  return walked.directories.flatMap(({ path, before, after, source, parentIno }) => {
    const attributes = known?.get(source) ?? NO_ATTRIBUTES;
    const attributesBefore = known?.get(path) ?? NO_ATTRIBUTES;
    // Only the disk changed: the layer has the older time.
    const isOthers = after.mtimeNs < openedAtNs && before.mtimeNs >= openedAtNs;
    const isTouched = !hasSameTime(before, after) && !parents.has(path) && !isOthers;
    const isSame =
      hasSameOwnerAndMode(before, after) && hasSameAttributes(attributes, attributesBefore);
    if (isSame && !isTouched) return [];
    const common = { path, source, before, after, parentIno, linkTo: null, removed: 0 };
    return [{ ...common, kind: "meta" as const, attributes, attributesBefore }];
  });
}
