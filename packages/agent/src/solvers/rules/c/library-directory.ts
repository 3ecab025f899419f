import { insertAfter, withVariable } from "../edit-command.ts";
import { quotedPath } from "../quote.ts";
import { corrected, rule } from "../rule.ts";
import { LANGUAGES, speaks } from "../source/languages.ts";
import { firstMatch } from "../view.ts";
import { compilerCall } from "./compiler-call.ts";

const SAID = /cannot find -l([\w+.-]{1,80})(?:: No such file or directory)?$/;

export const libraryDirectory = rule({
  name: "library-directory",
  title: "A library's directory is not on the linker's path",
  sees(view) {
    const name = firstMatch(view, SAID)?.[1];
    return name === undefined || !speaks(LANGUAGES.c, view, "main.c") ? null : { name };
  },
  async repair({ name }, view, ask) {
    const [path] = await ask.find([`lib${name}.a`, `lib${name}.so`]);
    if (path === undefined) return null;
    const slash = path.lastIndexOf("/");
    const directory = slash === -1 ? "." : path.slice(0, slash);
    const compiler = compilerCall(view);
    return corrected(
      compiler === null
        ? withVariable(view, "LIBRARY_PATH", directory)
        : insertAfter(view, compiler.program, `-L${quotedPath(directory)}`),
      `${path} is in ${directory}, which is not on the linker's path.`,
    );
  },
});
