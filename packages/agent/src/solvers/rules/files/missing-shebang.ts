import { quotedPath } from "../quote.ts";
import { rule } from "../rule.ts";
import { firstMatch } from "../view.ts";

const SAID = [
  /^OSError: \[Errno 8\] Exec format error: ['"]([^'"]{1,250})['"]$/,
  /exec: "?([^"\s:]{1,250})"?: exec format error$/,
  /^exec ([^\s:]{1,250}): exec format error$/,
];

export const missingShebang = rule({
  name: "missing-shebang",
  title: "A script has no #! line",
  sees(view) {
    const path = firstMatch(view, ...SAID)?.[1];
    return path === undefined ? null : { path };
  },
  async repair({ path }, _view, ask) {
    const script = await ask.locate(path);
    const text = script === null ? null : await ask.read(script);
    if (script === null || text === null || /^#!|\\u\{0\}|^\\u\{7f\}ELF/.test(text)) return null;
    const shell = /\[\[|^\s*(?:source|declare|function) /m.test(text) ? "bash" : "sh";
    return {
      shell: `sed -i '1i #!/usr/bin/env ${shell}' ${quotedPath(script)}`,
      explanation: `${script} has no #! line; only a shell can run it without one.`,
    };
  },
});
