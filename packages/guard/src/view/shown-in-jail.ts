/**
 * A view as options for bubblewrap, where nothing is mounted before it: every place as it is,
 * read-only, in an empty tree. Masks are not among them.
 */
import type { View } from "./plan-view.ts";

export interface ShownNeeds {
  /** A directory in place of the scratch one; without it that is empty and cannot be written to. */
  readonly scratchAt: (path: string) => string | null;
  /** A file with the contents of the made-up one. */
  readonly fileAt: (path: string) => string;
  readonly scratchBytes: number;
}

/** Bubblewrap reads its mount table again for each of these. */
export function shownInJail(view: View, needs: ShownNeeds): readonly string[] {
  const empty = (at: string) => ["--size", String(needs.scratchBytes), "--tmpfs", at];
  const items: (readonly [at: string, options: readonly string[]])[] = [
    ...view.directories.map((at) => [at, ["--dir", at]] as const),
    ...view.scratch.map((at) => {
      const from = needs.scratchAt(at);
      return [at, from === null ? empty(at) : ["--bind", from, at]] as const;
    }),
    ...view.places.map(({ at }) => [at, ["--ro-bind", at, at]] as const),
    ...view.links.map(({ at, to }) => [at, ["--symlink", to, at]] as const),
    ...[...view.files.keys()].map((at) => [at, ["--ro-bind", needs.fileAt(at), at]] as const),
  ];
  const closed = view.scratch.filter((at) => needs.scratchAt(at) === null);
  return [
    ...items.toSorted(([one], [other]) => one.length - other.length).flatMap(([, each]) => each),
    ...closed.flatMap((at) => ["--remount-ro", at]),
  ];
}
