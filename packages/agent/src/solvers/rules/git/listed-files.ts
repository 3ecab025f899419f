/** Files that git lists below a sentence. */
import type { View } from "../view.ts";

const MAX_NAMED = 5;

/** Indented by a tab, after such a line. */
export function filesAfter({ lines }: View, said: RegExp): readonly string[] {
  const from = lines.findIndex((line) => said.test(line));
  if (from === -1) return [];
  const files: string[] = [];
  for (const line of lines.slice(from + 1)) {
    const path = /^\t([^\t]{1,250})$/.exec(line)?.[1];
    if (path === undefined) break;
    files.push(path);
  }
  return files;
}

export function listed(files: readonly string[]): string {
  const more = files.length - MAX_NAMED;
  return `${files.slice(0, MAX_NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
