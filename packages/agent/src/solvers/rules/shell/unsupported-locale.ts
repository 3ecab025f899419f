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
  title: "The locale is not installed",
  sees: (view) => (hasLine(view, ...SAID) ? {} : null),
  repair: (_facts, view) =>
    corrected(
      withVariable(view, "LC_ALL", "C.UTF-8"),
      "The requested locale is not installed; C.UTF-8 always is.",
    ),
});
