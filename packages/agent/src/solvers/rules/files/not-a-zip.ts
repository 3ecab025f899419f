import { quotedPath } from "../quote.ts";
import { corrected, rule } from "../rule.ts";
import { callOf, hasLine } from "../view.ts";

export const notAZip = rule({
  name: "not-a-zip",
  title: "unzip on a tar archive",
  sees(view) {
    const call = callOf(view, "unzip");
    const file = call?.operands.length === 1 ? call.operands[0]?.value : null;
    const isSimple = view.calls.length === 1;
    if (
      file == null ||
      !isSimple ||
      !hasLine(view, /End-of-central-directory signature not found/)
    ) {
      return null;
    }
    return { file };
  },
  repair({ file }) {
    if (!/\.(?:tar|tgz|tbz2?|txz|tar\.\w{1,4})$/.test(file)) return null;
    return corrected(`tar -xf ${quotedPath(file)}`, `${file} is a tar archive, not a zip archive.`);
  },
});
