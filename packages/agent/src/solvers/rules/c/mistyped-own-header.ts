import { mistyped } from "../mistyped.ts";
import { nearest } from "../nearest.ts";
import { replaceText } from "../quote.ts";
import { wordOfSource } from "./source-line.ts";

export const mistypedOwnHeader = mistyped({
  name: "mistyped-own-header",
  kind: "project header",
  finds: wordOfSource(
    /^([^:\s]{1,250}):(\d{1,7}):\d{1,5}: fatal error: ([\w./+-]{1,100}\.(?:h|hh|hpp|hxx)): No such file/,
  ),
  async meant({ typed }, { ask, file }) {
    const folder = typed.slice(0, typed.lastIndexOf("/") + 1);
    const beside = file.slice(0, file.lastIndexOf("/") + 1);
    // In the compiler's order: beside the source first, then the include directories.
    for (const place of new Set([beside, "", "include/"])) {
      const headers = (await ask.list(place + folder)).filter((name) => /\.h\w{0,2}$/.test(name));
      const name = nearest(typed.slice(folder.length), headers);
      if (name !== null) return folder + name;
    }
    return null;
  },
  edit: (meant, { typed, at }) => replaceText(typed, meant, at.line),
});
