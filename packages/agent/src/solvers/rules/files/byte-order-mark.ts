import { sedInPlace } from "../quote.ts";
import { rule } from "../rule.ts";
import { hasLine } from "../view.ts";

const SAID = [
  /Unexpected UTF-8 BOM|invalid (?:non-printable )?character U\+FEFF/,
  /Unexpected token ['"]?(?:\ufeff|\\u\{feff\})/,
  /^[^:]{1,200}: line 1: (?:\ufeff|\\u\{feff\}|\$'\\357\\273\\277)/,
];

export const byteOrderMark = rule({
  name: "byte-order-mark",
  title: "A file starts with a byte order mark",
  sees: (view) =>
    hasLine(view, ...SAID) ? { text: [view.command, ...view.lines].join("\n") } : null,
  async repair({ text }, _view, ask) {
    const words = ["grep", "-rlIP", "--exclude-dir=node_modules", "--exclude-dir=.git"];
    const output = (await ask.ask(...words, String.raw`^\x{FEFF}`, ".")) ?? "";
    const marked = output.split("\n").filter((line) => line.startsWith("./"));
    const named = marked.filter((path) => text.includes(path.slice(path.lastIndexOf("/") + 1)));
    const [path] = named.length === 0 ? marked : named;
    if (path === undefined || (named.length !== 1 && marked.length !== 1)) return null;
    return {
      shell: sedInPlace(String.raw`1s/^\xEF\xBB\xBF//`, path),
      explanation: `${path} starts with a byte order mark; this removes it.`,
    };
  },
});
