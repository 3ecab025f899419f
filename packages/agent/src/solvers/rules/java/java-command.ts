/** How java and mvn are called. */
import { quoteWord } from "@bazaar/work";
import { replaceWord } from "../edit-command.ts";
import { nearest } from "../nearest.ts";
import { corrected, type Rule, rule, unproved } from "../rule.ts";
import { callOf, firstMatch } from "../view.ts";

const NOT_FOUND =
  /^(?:Error|error): (?:Could not find or load main class|class not found on application class path:) ([\w.$/]{1,150})$/;
const PHASES =
  "clean validate compile test package verify install deploy site initialize test-compile process-resources".split(
    " ",
  );

export const javaCommand: readonly Rule[] = [
  rule({
    name: "java-class-file",
    title: "java is given a file name",
    sees(view) {
      const name = firstMatch(view, NOT_FOUND)?.[1];
      const word = callOf(view, "java")?.operands.find(({ value }) => value === name);
      return name === undefined || word === undefined ? null : { name, word };
    },
    async repair({ name, word }, view, ask) {
      if (name.endsWith(".class")) {
        const plain = name.slice(0, -".class".length).replaceAll("/", ".");
        return corrected(
          replaceWord(view, word, quoteWord(plain)),
          `java takes the name of the class, without .class: ${plain}.`,
        );
      }
      const ending = name.endsWith(".java") ? ".java" : ".class";
      const files = (await ask.list(".")).filter((file) => file.endsWith(ending));
      const names = files.map((file) => file.slice(0, -ending.length));
      const meant = nearest(name.replace(/\.java$/, ""), names);
      if (meant === null) return null;
      const text = ending === ".java" ? `${meant}.java` : meant;
      return corrected(
        replaceWord(view, word, quoteWord(text)),
        `There is no class ${name}; the closest is ${text}.`,
      );
    },
  }),
  rule({
    name: "maven-phase",
    title: "Mistyped Maven phase",
    sees(view) {
      // Maven has no other phases, whatever it says.
      const operands = callOf(view, "mvn", "mvnw")?.operands ?? [];
      const word = operands.find(
        ({ value }) => /^[a-z-]{3,30}$/.test(value ?? "-") && !value?.startsWith("-"),
      );
      const typed = word?.value ?? "";
      const meant = PHASES.includes(typed) ? null : nearest(typed, PHASES);
      return word === undefined || meant === null ? null : { typed, word, meant };
    },
    repair({ typed, word, meant }, view) {
      const command = replaceWord(view, word, meant);
      const explanation = `There is no Maven phase ${typed}; the closest is ${meant}.`;
      return meant === "deploy"
        ? unproved(command, "it publishes", explanation)
        : unproved(
            command,
            "Maven may need the network, which the sandbox does not have",
            explanation,
          );
    },
  }),
];
