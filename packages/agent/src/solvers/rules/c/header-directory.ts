import { quotedPath } from "../quote.ts";
import { corrected, rule } from "../rule.ts";
import { firstMatch } from "../view.ts";
import { withHeaders } from "./compiler-call.ts";

const SAID =
  /^[^:\s]{1,250}:\d{1,7}:\d{1,5}: fatal error: ([\w./+-]{1,200}\.(?:h|hh|hpp|hxx)): No such file/;

export const headerDirectory = rule({
  name: "header-directory",
  title: "A header's directory is not on the include path",
  sees(view) {
    const header = firstMatch(view, SAID)?.[1];
    return header === undefined || header.split("/").includes("..") ? null : { header };
  },
  async repair({ header }, view, ask) {
    const name = header.split("/").at(-1) ?? header;
    const found = (await ask.find([name])).filter((path) => path.endsWith(`/${header}`));
    const [path] = found;
    if (path === undefined || found.length !== 1) return null;
    const directory = path.slice(0, -header.length - 1);
    return corrected(
      withHeaders(view, directory, quotedPath(directory)),
      `${header} is in ${directory}, which is not on the include path.`,
    );
  },
});
