import type { Investigator } from "../investigator.ts";
import { quotedPath } from "../quote.ts";
import { advice, rule } from "../rule.ts";
import type { TreeEntry } from "../tree.ts";
import { firstMatch } from "../view.ts";
import { missingPath } from "./missing-path.ts";

const LOOPS = /^(?:[^:]{1,80}: ){1,3}['‘]?([^:'’]{1,250})['’]?: Too many levels of symbolic links$/;

export const danglingLink = rule({
  name: "dangling-link",
  title: "A symbolic link is broken",
  sees(view) {
    const path = firstMatch(view, LOOPS)?.[1] ?? missingPath(view)?.path;
    return path === undefined || path.split("/").includes("..") || path.startsWith("/")
      ? null
      : { path };
  },
  async repair({ path }, _view, ask) {
    const link = path.replace(/\/+$/, "").replace(/^(?:\.\/+)+/, "");
    const entry = await ask.entry(link);
    if (entry?.kind !== "link") return null;
    const wanted = entry.target.split("/").at(-1) ?? "";
    const others = (await ask.find([wanted])).filter((one) => one !== entry.path);
    const kinds = await Promise.all(others.map((one) => ask.entry(one)));
    const found = others.filter((_, at) => kinds[at]?.kind !== "link");
    const [target] = found;
    if (target === undefined || found.length !== 1) {
      const loop = await loopFrom(entry, ask);
      if (loop === null) return null;
      return advice(
        `These links point to each other: ${loop.join(" -> ")}. Point one of them to a real file: ln -sfn FILE ${quotedPath(link)}.`,
      );
    }
    const up = "../".repeat(link.split("/").length - 1);
    // Only the last part of the name is the same: it may be anybody's file, and the command may run it.
    return advice(
      `${link} points to ${entry.target}, which does not exist; the only ${wanted} is ${target}. If that is meant: ln -sfn ${quotedPath(up + target)} ${quotedPath(link)}.`,
    );
  },
});

const MAX_LINKS = 8;

/** The names of links that lead back to the first one, in one directory; null if they do not. */
async function loopFrom(first: TreeEntry, ask: Investigator): Promise<readonly string[] | null> {
  const directory = first.path.slice(0, first.path.lastIndexOf("/") + 1);
  const names = [first.path];
  let next = await ask.entry(directory + first.target);
  while (next?.kind === "link" && names.length < MAX_LINKS) {
    names.push(next.path);
    if (next.path === first.path) return names;
    next = await ask.entry(directory + next.target);
  }
  return null;
}
