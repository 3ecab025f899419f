/** `./configure`, `./gradlew`: scripts that a project makes or that are not part of it. */

import { replaceWord } from "../edit-command.ts";
import { advice, corrected, rule } from "../rule.ts";
import { missingPath } from "./missing-path.ts";

/** The file that tells how a project is built, and what to do. */
const BUILDS: readonly (readonly [file: RegExp, tells: string])[] = [
  [/^autogen\.sh$/, "it is made by ./autogen.sh"],
  [/^bootstrap(?:\.sh)?$/, "it is made by the bootstrap script next to it"],
  [/^configure\.(?:ac|in)$/, "it is made from configure.ac by autoreconf -i"],
  [/^CMakeLists\.txt$/, "this project is built with cmake: cmake -B build && cmake --build build"],
  [/^meson\.build$/, "this project is built with meson: meson setup build && ninja -C build"],
  [/^(?:GNUm|[Mm])akefile$/, "there is a makefile already: run make"],
  [/^Cargo\.toml$/, "this project is built with cargo build"],
  [/^package\.json$/, "this is a package of Node: npm install, then npm run lists its scripts"],
];
/** Wrappers, and the tool that does the same. */
const WRAPPERS: Readonly<Record<string, string>> = { gradlew: "gradle", mvnw: "mvn" };

export const unmadeScript = rule({
  name: "unmade-script",
  title: "A script that the project has to make first",
  sees(view) {
    const missing = missingPath(view);
    const name = /^(?:\.\/)?(configure|gradlew|mvnw)$/.exec(missing?.path ?? "")?.[1];
    return missing === null || name === undefined ? null : { ...missing, name };
  },
  async repair({ name, word }, view, ask) {
    const tool = WRAPPERS[name];
    if (tool !== undefined) {
      return (await ask.installed([tool])).length === 0
        ? advice(
            `There is no ${name} here. ${tool} wrapper makes one where ${tool} is installed; or cd to the project.`,
          )
        : corrected(
            replaceWord(view, word, tool),
            `There is no ${name} here; ${tool} is installed.`,
          );
    }
    const names = await ask.list(".");
    const found = BUILDS.find(([file]) => names.some((one) => file.test(one)));
    return found === undefined ? null : advice(`There is no ${name} here: ${found[1]}.`);
  },
});
