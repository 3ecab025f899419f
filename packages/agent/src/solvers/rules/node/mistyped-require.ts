import { nearestOrLonger } from "../nearest.ts";
import { sedInPlace, sedLiteral, sedReplacement } from "../quote.ts";
import { rule } from "../rule.ts";

const MISSING = /Cannot find module '(\.{1,2}\/[\w./@+-]{1,200})'$/;
const IMPORTED = /Cannot find module '(\/[\w./@+-]{1,300})' imported from (\/[^'\n]{1,300})$/;
const FROM = /^- (\/[^\n]{1,300})$/;

export const mistypedRequire = rule({
  name: "mistyped-require",
  title: "A file that is required has another name",
  sees(view) {
    const at = view.lines.findIndex((line) => MISSING.test(line));
    const typed = MISSING.exec(view.lines[at] ?? "")?.[1];
    const importer = view.lines.slice(at).flatMap((line) => FROM.exec(line)?.[1] ?? [])[0];
    if (typed !== undefined && importer !== undefined) return { typed, importer };
    const [, target, from] = view.lines.map((line) => IMPORTED.exec(line)).find(Boolean) ?? [];
    if (target === undefined || from === undefined) return null;
    const folder = from.slice(0, from.lastIndexOf("/") + 1);
    return target.startsWith(folder)
      ? { typed: `./${target.slice(folder.length)}`, importer: from }
      : null;
  },
  async repair({ typed, importer }, _view, ask) {
    const file = await ask.locate(importer);
    if (file === null || typed.startsWith("../")) return null;
    const folder = file.slice(0, file.lastIndexOf("/") + 1);
    const slash = typed.lastIndexOf("/");
    const names = await ask.list(folder + typed.slice(2, slash + 1));
    const name = typed.slice(slash + 1);
    const [, stem = name, ending = ""] = /^(.{1,200})(\.\w{2,4})$/.exec(name) ?? [];
    const stems = names
      .filter((one) => ending === "" || one.endsWith(ending))
      .map((one) => one.replace(/\.(?:[cm]?js|json)$/, ""));
    const meant = nearestOrLonger(stem, stems);
    if (meant === null) return null;
    const right = typed.slice(0, slash + 1) + meant + ending;
    return {
      shell: sedInPlace(
        String.raw`s/\(["']\)${sedLiteral(typed)}\(["']\)/\1${sedReplacement(right)}\2/g`,
        file,
      ),
      explanation: `${file} asks for ${typed}; the file is called ${right}.`,
    };
  },
});
