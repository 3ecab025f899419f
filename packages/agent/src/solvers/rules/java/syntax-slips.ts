/** Java lines and calls with one certain correction. */
import { quoteWord } from "@bazaar/work";
import { replaceWord } from "../edit-command.ts";
import { quotedPath } from "../quote.ts";
import { advice, corrected, type Rule, rule } from "../rule.ts";
import { withClosedString } from "../source/brackets.ts";
import { lineSlip } from "../source/line-slips.ts";
import { withLine } from "../source/source-text.ts";
import { callOf, firstMatch, hasLine } from "../view.ts";

function quoteSlip(
  name: string,
  says: string,
  mend: (text: string) => string | null,
  because: string,
) {
  return lineSlip({
    name,
    title: `Java: ${because}`,
    sees(view) {
      const found = firstMatch(
        view,
        new RegExp(`^([\\w./-]{1,250}\\.java):(\\d{1,7}): error: ${says}$`),
      );
      return found === null ? null : { path: found[1] ?? "", line: Number(found[2]) };
    },
    mend({ path, lines }, { line }) {
      const text = lines[line - 1] ?? "";
      const now = mend(text);
      return now === null || now === text
        ? { because: `line ${line} of ${path}: ${because}` }
        : { lines: withLine(lines, line, now), because: `line ${line} of ${path}: ${because}` };
    },
  });
}

export const javaSyntaxSlips: readonly Rule[] = [
  quoteSlip(
    "java-quotes",
    "unclosed character literal",
    (text) => text.replaceAll(/'([^'"\\]{2,200})'/g, '"$1"'),
    "text is in double quotes; single quotes are for one character.",
  ),
  quoteSlip(
    "java-string",
    "unclosed string literal",
    withClosedString,
    "the string has no closing quote.",
  ),
  rule({
    name: "java-not-compiled",
    title: "A Java class is not compiled, or is in a package",
    sees(view) {
      const name = firstMatch(
        view,
        /^Error: Could not find or load main class ([\w.]{1,120})$/,
      )?.[1];
      const word = callOf(view, "java")?.operands.find(({ value }) => value === name);
      return name === undefined || word === undefined ? null : { name, word };
    },
    async repair({ name, word }, view, ask) {
      const [source, ...more] = await ask.find([`${name.split(".").at(-1)}.java`]);
      if (source === undefined || more.length > 0) return null;
      const text = (await ask.read(source)) ?? "";
      const folder = /^package ([\w.]{1,120});/m.exec(text)?.[1];
      const whole = folder === undefined ? name : `${folder}.${name.split(".").at(-1)}`;
      if (whole !== name) {
        const explanation = `${name} is in the package ${folder}, so its full name is ${whole}.`;
        return (await ask.existing(`${whole.replaceAll(".", "/")}.class`)).length > 0
          ? corrected(replaceWord(view, word, quoteWord(whole)), explanation)
          : advice(`${explanation} Compile it first: javac -d . ${source}`);
      }
      const isCompiled = (await ask.find([`${name}.class`])).length > 0;
      if (isCompiled || source !== `${name}.java`) return null;
      return corrected(
        `javac ${quoteWord(source)} && ${view.command}`,
        `${source} is not compiled yet: javac makes ${name}.class of it.`,
      );
    },
  }),
  rule({
    name: "java-main-method",
    title: "A Java class has no main method",
    sees(view) {
      const name = firstMatch(view, /^Error: Main method not found in class ([\w.]{1,120}),/)?.[1];
      return name === undefined || !hasLine(view, /public static void main/) ? null : { name };
    },
    repair: ({ name }) =>
      advice(
        `${name} has no method public static void main(String[] args), where a program starts: it is missing, misspelt, or not public static.`,
      ),
  }),
  rule({
    name: "java-jar",
    title: "There is no such jar",
    sees(view) {
      const path = firstMatch(view, /^Error: Unable to access jarfile ([\w./-]{1,250})$/)?.[1];
      const word = callOf(view, "java")?.operands.find(({ value }) => value === path);
      return path === undefined || word === undefined ? null : { path, word };
    },
    async repair({ path, word }, view, ask) {
      const jars = await ask.find(/\.jar$/);
      const name = path.slice(path.lastIndexOf("/") + 1);
      const same = jars.filter((jar) => jar.slice(jar.lastIndexOf("/") + 1) === name);
      const [jar] = same;
      if (jar !== undefined && same.length === 1) {
        return corrected(
          replaceWord(view, word, quotedPath(jar)),
          `There is no ${path}; ${jar} is there.`,
        );
      }
      const [build] = await ask.existing("pom.xml", "build.gradle", "build.gradle.kts");
      const how =
        build === undefined
          ? ""
          : build === "pom.xml"
            ? " Build it: mvn package makes it in target."
            : " Build it: gradle build makes it in build/libs.";
      return advice(
        `There is no file ${path}.${how === "" ? " Check the name, or build it first." : how}`,
      );
    },
  }),
];
