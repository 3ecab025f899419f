/** Text pasted from a page or a manual: prompts, typographic quotes and dashes, odd spaces. */
import { corrected, type Rule, rule } from "../rule.ts";
import { firstMatch, hasLine, type View } from "../view.ts";

/** `$ `, `% `, `❯ `, `user@host:~/x$ `, at the start of a line. */
const PROMPT =
  /^[ \t]*(?:[\w.-]{1,40}@[\w.-]{1,60}[: ][^\s$#%]{0,100})?(?:[$%❯➜»]|(?<=\S)#)[ \t]+(?=\S)/gm;
const NO_PROMPT_COMMAND =
  /: (?:[$%❯➜»]|[\w.-]{1,40}@[\w.-]{1,60}[^\s:]{0,100}(?::[^\s]{0,100})?): (?:command not found|not found|No such file or directory)$|: (?:syntax error|fg: no job control)/;

const pastedPrompt = rule({
  name: "pasted-prompt",
  title: "A prompt was pasted with the command",
  sees(view) {
    const text = view.command.replaceAll(PROMPT, "");
    return text !== view.command && hasLine(view, NO_PROMPT_COMMAND) ? { text } : null;
  },
  repair: ({ text }) => corrected(text, "The prompt is not part of the command."),
});

/** What a word processor makes of plain characters, and how bash shows it in a message. */
const TYPOGRAPHIC: readonly (readonly [RegExp, string])[] = [
  [/[“”„‟«»″]/g, '"'],
  [/[‘’‚‛′]/g, "'"],
  [/[\u00a0\u202f\u2007\u2009\u3000]/g, " "],
  [/\u200b|\u200c|\u200d|\u2060|\ufeff/g, ""],
  [/(?<=^|\s)[–—−](?=[A-Za-z][\w-]{3})/g, "--"],
  [/(?<=^|\s)—(?=[A-Za-z])/g, "--"],
  [/(?<=^|\s)[–−](?=[\w-])/g, "-"],
  [/…$/g, ""],
];

const typographic = rule({
  name: "typographic",
  title: "Typographic quotes, dashes or spaces in the command",
  sees(view) {
    const text = TYPOGRAPHIC.reduce(
      (so, [pattern, plain]) => so.replaceAll(pattern, plain),
      view.command,
    );
    return text !== view.command && isNamed(view) ? { text } : null;
  },
  repair: ({ text }, view) =>
    corrected(
      text,
      `The command contains ${oddOf(view.command)}, as a page or word processor makes them; the shell needs plain ones.`,
    ),
});

/** Whether the output shows one of the characters, as itself or as bytes. */
function isNamed(view: View): boolean {
  return (
    firstMatch(
      view,
      /[“”„‟«»″‘’‚‛′–—−…\u00a0\u202f\u2007\u2009\u3000\u200b\u2060\ufeff]|\\(?:302\\240|342\\200|343\\200|u\{(?:a0|20[0-2][\da-f]|3000|feff)\})|\?\?/,
    ) !== null
  );
}

function oddOf(command: string): string {
  if (/[“”„‟«»″‘’‚‛′]/.test(command)) return "typographic quotes";
  return /[–—−]/.test(command) ? "typographic dashes" : "spaces that are not plain ones";
}

export const pasted: readonly Rule[] = [pastedPrompt, typographic];
