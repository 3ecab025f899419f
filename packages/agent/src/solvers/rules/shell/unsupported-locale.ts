import { withVariable } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import { hasLine } from "../view.ts";

const SAID = [
  /^locale\.Error: unsupported locale setting$/,
  /: cannot change locale \([\w.@-]{1,40}\)/,
  /^Error: unsupported locale/,
  /LC_ALL.{0,60}(?:invalid|unsupported) locale/,
];

export const unsupportedLocale = rule({
  name: "unsupported-locale",
  title: "The language of the session is not installed",
  sees: (view) => (hasLine(view, ...SAID) ? {} : null),
  repair: (_facts, view) =>
    corrected(
      withVariable(view, "LC_ALL", "C.UTF-8"),
      "The session asks for a locale that is not installed; C.UTF-8 is always there.",
    ),
});
