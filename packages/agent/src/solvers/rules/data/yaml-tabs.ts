import { filterInPlace } from "../quote.ts";
import { rule } from "../rule.ts";
import { yamlFault } from "./yaml-fault.ts";

export const yamlTabs = rule({
  name: "yaml-tabs",
  title: "Tabs in YAML indentation",
  sees: (view) => yamlFault(view, /found character (?:'\\t' )?that cannot start any token/),
  async repair({ path }, _view, ask) {
    const file = await ask.locate(path);
    const tabs = file === null ? null : await ask.ask("grep", "-cP", String.raw`^\s*\t`, file);
    if (file === null || !(Number(tabs) > 0)) return null;
    return {
      shell: filterInPlace("expand --initial --tabs=2", file),
      explanation: `YAML is indented with spaces; this replaces each leading tab in ${file} by two spaces.`,
    };
  },
});
