import { quoteWord } from "@bazaar/work";
import { replaceWord } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import { missingCommand } from "./missing-command.ts";

/** Where programs are that an ordinary user's PATH often lacks. */
const PLACES = [
  "/usr/sbin",
  "/sbin",
  "/usr/local/sbin",
  "/usr/local/bin",
  "/usr/games",
  "/snap/bin",
  "/usr/local/go/bin",
];

export const notInPath = rule({
  name: "not-in-path",
  title: "A program is installed outside PATH",
  sees(view) {
    const missing = missingCommand(view);
    return missing === null || !/^[\w.+-]{2,60}$/.test(missing.name) ? null : missing;
  },
  async repair({ name, call }, view, ask) {
    const [path] = await ask.existing(...PLACES.map((place) => `${place}/${name}`));
    if (path === undefined) return null;
    return corrected(
      replaceWord(view, call.program, quoteWord(path)),
      `${name} is installed as ${path}, which is not in PATH.`,
    );
  },
});
