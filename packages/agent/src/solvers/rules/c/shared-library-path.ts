import { withVariable } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import { firstMatch } from "../view.ts";

/** Only a program of the project is given libraries of the project. */
const SAID =
  /error while loading shared libraries: ([\w+.-]{1,100}): cannot open shared object file/;

export const sharedLibraryPath = rule({
  name: "shared-library-path",
  title: "A shared library is not found at run time",
  sees(view) {
    const name = firstMatch(view, SAID)?.[1];
    const isOfProject = view.calls.every(({ program }) => /^[^/~].*\//.test(program.value ?? ""));
    return name === undefined || !isOfProject ? null : { name };
  },
  async repair({ name }, view, ask) {
    const [path] = await ask.find([name]);
    if (path === undefined) return null;
    const slash = path.lastIndexOf("/");
    const directory = slash === -1 ? "." : path.slice(0, slash);
    return corrected(
      withVariable(view, "LD_LIBRARY_PATH", directory),
      `${name} is in ${directory}, which is not on the library search path.`,
    );
  },
});
