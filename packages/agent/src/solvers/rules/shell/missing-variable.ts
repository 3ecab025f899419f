import { withVariable } from "../edit-command.ts";
import { advice, corrected, rule } from "../rule.ts";
import { firstMatch, hasLine } from "../view.ts";

const NAME = "([A-Z][A-Z0-9_]{1,60})";
/** Messages that are about a variable of the environment and nothing else. */
const SURE = [
  new RegExp(`: ${NAME}: (?:unbound variable|parameter not set|parameter null or not set)$`),
  // What `: "${NAME:?message}"` prints.
  new RegExp(
    `^[^:]{1,200}: (?:line )?\\d{1,6}: ${NAME}: (?:\\S.{0,200} )?(?:[Ss]et|[Rr]equired|[Mm]issing|[Ee]xport)\\b`,
  ),
  new RegExp(
    `(?:environment variable|env var(?:iable)?)s? ['"\`]?${NAME}['"\`]? (?:is |was )?(?:not set|missing|required|undefined|not defined)`,
    "i",
  ),
  new RegExp(
    `(?:missing|required|undefined|unset)(?: required)? (?:environment variable|env var(?:iable)?)s?:? ['"\`]?${NAME}\\b`,
    "i",
  ),
];
/** Messages that may be about something else: they count if the project documents the variable. */
const UNSURE = [
  new RegExp(`^KeyError: ['"]${NAME}['"]$`),
  new RegExp(`${NAME} (?:environment variable )?(?:is not set|must be set|is required)`),
];
/** Variables that choose what a program loads or runs: no file of a project sets them. */
const STEERS =
  /^(?:LD_|DYLD_|GIT_|BASH_|PYTHON|PERL|RUBY|GEM_|BUNDLE_|NODE_|NPM_|JAVA_|_JAVA|JDK_|MAVEN_|GRADLE_|CARGO_|RUSTC|RUSTFLAGS|GO[A-Z]*$|SSH_|DOCKER_|XDG_|MAKE|LUA_|PHP|CMAKE_|IFS$|ENV$|HOME$|CC$|CXX$|PROMPT_)|(?:PATH|OPTIONS|OPTS|FLAGS|PAGER|EDITOR|VISUAL|COMMAND|SHELL|BROWSER|PROXY|ASKPASS|PRELOAD|_HOME|HOOKS?|PLUGINS?|EXEC|WRAPPER|STARTUP)$/;
const EXAMPLES = [".env.example", ".env.sample", ".env.template", ".env.dist", "env.example"];

export const missingVariable = rule({
  name: "missing-variable",
  title: "A documented variable is not set",
  sees(view) {
    const sure = firstMatch(view, ...SURE)?.[1];
    const name = sure ?? firstMatch(view, ...UNSURE)?.[1];
    const isSure = sure !== undefined || hasLine(view, /\bos\.environ\[/);
    return name === undefined || STEERS.test(name) ? null : { name, isSure };
  },
  async repair({ name, isSure }, view, ask) {
    const said = await ask.ask("grep", "-hs", `^[export ]*${name}=`, ...EXAMPLES);
    const line = said?.split("\n").find((text) => text.includes(`${name}=`));
    const value = line === undefined ? null : readValue(line.slice(line.indexOf("=") + 1));
    if (value === null) {
      if (!isSure || name !== name.toUpperCase()) return null;
      return advice(`${name} is not set. Set it and run the command again: export ${name}=VALUE`);
    }
    return corrected(
      withVariable(view, name, value),
      `${name} is not set; the project's example settings have ${value}.`,
    );
  },
});

/** Null for a redacted value or a placeholder. */
function readValue(text: string): string | null {
  const value = /^(?:"([^"]{1,200})"|'([^']{1,200})'|([^\s#"']{1,200}))\s*(?:#.*)?$/.exec(
    text.trim(),
  );
  const found = value?.[1] ?? value?.[2] ?? value?.[3];
  if (found === undefined || /^\[REDACTED|^<.*>$|^your[-_ ]|^changeme$/i.test(found)) return null;
  return found;
}
