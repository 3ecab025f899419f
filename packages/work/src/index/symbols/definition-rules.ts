/**
 * How a line begins that defines something, for each language.
 *
 * A rule reads from the start of the line, and every part of it begins with another sign than the one
 * before may end with, so that matching takes time linear in the line. `name` is the group of the name.
 */
import type { Language } from "./language.ts";

export interface DefinitionRule {
  readonly kind: string;
  readonly begins: RegExp;
}

const NAME = "(?<name>[A-Za-z_$\\u0080-\\uffff][\\w$\\u0080-\\uffff]*)";

function rule(kind: string, begins: string): DefinitionRule {
  return { kind, begins: new RegExp(`^${begins.replace("NAME", NAME)}`) };
}

/** Words that may come before a definition, in this order. */
function words(...list: readonly string[]): string {
  return list.map((word) => `(?:${word}\\s+)?`).join("");
}

const EXPORTED = words("export", "default", "declare");
const PUBLIC = "\\s*(?:pub(?:\\([^)]*\\))?\\s+)?";
/** Words that a colon may follow. */
const NOT_PYTHON_WORDS = "(?!(?:else|try|finally|except|with|while|for|if|elif|lambda)\\b)";
const JAVA_WORDS =
  "\\s*(?:(?:public|protected|private|static|final|abstract|sealed|non-sealed|strictfp)\\s+)*";

export const DEFINITION_RULES: Readonly<Record<Language, readonly DefinitionRule[]>> = {
  javascript: [
    rule("function", `\\s*${EXPORTED}${words("async")}function(?:\\s*\\*\\s*|\\s+)NAME`),
    rule("class", `\\s*${EXPORTED}${words("abstract")}class\\s+NAME`),
    rule("interface", `\\s*${EXPORTED}interface\\s+NAME`),
    rule("type", `\\s*${EXPORTED}type\\s+NAME\\s*[<=]`),
    rule("enum", `\\s*${EXPORTED}${words("const")}enum\\s+NAME`),
    rule("constant", `${EXPORTED}const\\s+NAME\\s*[=:]`),
    rule("variable", `${EXPORTED}(?:let|var)\\s+NAME\\s*[=:;]`),
  ],
  python: [
    rule("function", `${words("async")}def\\s+NAME`),
    rule("method", `\\s+${words("async")}def\\s+NAME`),
    rule("class", "\\s*class\\s+NAME"),
    rule("variable", `${NOT_PYTHON_WORDS}NAME\\s*(?::[^=]*)?=(?!=)`),
  ],
  rust: [
    rule(
      "function",
      `${PUBLIC}${words("default", "const", "async", "unsafe", "extern")}fn\\s+NAME`,
    ),
    rule("struct", `${PUBLIC}struct\\s+NAME`),
    rule("enum", `${PUBLIC}enum\\s+NAME`),
    rule("union", `${PUBLIC}union\\s+NAME`),
    rule("trait", `${PUBLIC}${words("unsafe")}trait\\s+NAME`),
    rule("module", `${PUBLIC}mod\\s+NAME`),
    rule("type", `${PUBLIC}type\\s+NAME`),
    rule("constant", `${PUBLIC}const\\s+NAME\\s*:`),
    rule("variable", `${PUBLIC}static\\s+${words("mut")}NAME\\s*:`),
    rule("macro", "\\s*macro_rules!\\s*NAME"),
  ],
  go: [
    rule("function", "func\\s+NAME"),
    rule("method", "func\\s*\\([^)]*\\)\\s*NAME"),
    rule("type", "type\\s+NAME"),
    rule("constant", "const\\s+NAME"),
    rule("variable", "var\\s+NAME"),
  ],
  java: [
    rule("class", `${JAVA_WORDS}class\\s+NAME`),
    rule("interface", `${JAVA_WORDS}@?interface\\s+NAME`),
    rule("enum", `${JAVA_WORDS}enum\\s+NAME`),
    rule("record", `${JAVA_WORDS}record\\s+NAME`),
  ],
  c: [
    rule("macro", "\\s*#\\s*define\\s+NAME"),
    rule("struct", `${words("typedef")}struct\\s+NAME\\s*(?:\\{|$)`),
    rule("enum", `${words("typedef")}enum\\s+${words("class")}NAME\\s*(?:[:{]|$)`),
    rule("union", `${words("typedef")}union\\s+NAME\\s*(?:\\{|$)`),
    rule("class", "class\\s+NAME\\s*(?:[:{]|$)"),
    rule("namespace", "namespace\\s+NAME"),
  ],
};
