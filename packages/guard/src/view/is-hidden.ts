import { isBelow } from "../jail/masks.ts";
import type { View } from "./plan-view.ts";

/** Whether a view does not show what is at a real path. */
export function isHidden(view: View, path: string): boolean {
  const { places, scratch, files, masks } = view;
  if (files.has(path)) return false;
  const isMasked = [...masks.directories, ...masks.files].some((at) => isBelow(path, at));
  const lengthIn = (tops: readonly string[]) =>
    Math.max(0, ...tops.filter((at) => isBelow(path, at)).map((at) => at.length));
  return isMasked || lengthIn(places.map(({ at }) => at)) <= lengthIn(scratch);
}
