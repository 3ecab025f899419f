import { advice, rule } from "../rule.ts";
import { missingCommand } from "./missing-command.ts";
import { candidatesFor } from "./mistyped-command.ts";

/** Where several commands are equally near, none is tried, and all are named. */
export const similarCommands = rule({
  name: "similar-commands",
  title: "Mistyped command that could be several",
  sees: missingCommand,
  async repair({ name }, _view, ask) {
    const candidates = name.includes("/") ? [] : candidatesFor(name);
    if (candidates.length < 2) return null;
    const there = await ask.installed([name, ...candidates]);
    if (there.length < 2 || there.includes(name)) return null;
    return advice(`There is no command ${name}; similar ones are ${there.join(", ")}.`);
  },
});
