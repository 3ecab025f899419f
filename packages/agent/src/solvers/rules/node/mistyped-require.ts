import { mistyped } from "../mistyped.ts";
import { nearestOrLonger } from "../nearest.ts";
import { replaceQuoted } from "../quote.ts";
import type { View } from "../view.ts";

const MISSING = /Cannot find module '(\.{1,2}\/[\w./@+-]{1,200})'$/;
const IMPORTED = /Cannot find module '(\/[\w./@+-]{1,300})' imported from (\/[^'\n]{1,300})$/;
const FROM = /^- (\/[^\n]{1,300})$/;

export const mistypedRequire = mistyped({
  name: "mistyped-require",
  kind: "module",
  finds: (view) => required(view) ?? imported(view),
  async meant({ typed }, { ask, file }) {
    if (typed.startsWith("../")) return null;
    const folder = typed.slice(0, typed.lastIndexOf("/") + 1);
    const names = await ask.list(file.slice(0, file.lastIndexOf("/") + 1) + folder.slice(2));
    const name = typed.slice(folder.length);
    const [, stem = name, ending = ""] = /^(.{1,200})(\.\w{2,4})$/.exec(name) ?? [];
    const stems = names
      .filter((one) => ending === "" || one.endsWith(ending))
      .map((one) => one.replace(/\.(?:[cm]?js|json)$/, ""));
    const meant = nearestOrLonger(stem, stems);
    return meant === null ? null : folder + meant + ending;
  },
  edit: (meant, { typed }) => replaceQuoted(typed, meant),
});

function required({ lines }: View) {
  const at = lines.findIndex((line) => MISSING.test(line));
  const typed = MISSING.exec(lines[at] ?? "")?.[1];
  const [path] = lines.slice(at).flatMap((line) => FROM.exec(line)?.[1] ?? []);
  return typed === undefined || path === undefined ? null : { typed, at: { path, line: 0 } };
}

function imported({ lines }: View) {
  const [, target, path] = lines.map((line) => IMPORTED.exec(line)).find(Boolean) ?? [];
  if (target === undefined || path === undefined) return null;
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  return target.startsWith(folder)
    ? { typed: `./${target.slice(folder.length)}`, at: { path, line: 0 } }
    : null;
}
