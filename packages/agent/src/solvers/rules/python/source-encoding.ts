import { filterInPlace } from "../quote.ts";
import { rule } from "../rule.ts";
import { firstMatch } from "../view.ts";

const SAID =
  /^SyntaxError: (?:Non-UTF-8 code starting with '\\x[0-9a-f]{2}' in file|\(unicode error\) 'utf-8' codec can't decode byte 0x[0-9a-f]{2}.{0,80}in file) ([^'"\n]{1,250}?) on line \d{1,7}/;

export const sourceEncoding = rule({
  name: "source-encoding",
  title: "A Python file is not UTF-8",
  sees(view) {
    const path = firstMatch(view, SAID)?.[1];
    return path === undefined ? null : { path };
  },
  async repair({ path }, _view, ask) {
    const file = await ask.locate(path);
    if (file === null) return null;
    return {
      shell: filterInPlace("iconv -f WINDOWS-1252 -t UTF-8", file),
      explanation: `${file} is in Windows-1252; this converts it to UTF-8.`,
    };
  },
});
