import { quotedPath } from "../quote.ts";
import { rule } from "../rule.ts";
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
    const link = path.replace(/\/+$/, "");
    const entry = await ask.entry(link);
    if (entry?.kind !== "link") return null;
    const wanted = entry.target.split("/").at(-1) ?? "";
    const found = (await ask.find([wanted])).filter((one) => one !== entry.path);
    const [target] = found;
    if (target === undefined || found.length !== 1) return null;
    const up = "../".repeat(link.split("/").length - 1);
    return {
      shell: `ln -sfn ${quotedPath(up + target)} ${quotedPath(link)}`,
      explanation: `${link} points to ${entry.target}, which does not exist; the only ${wanted} is ${target}.`,
    };
  },
});
