/** Text pasted from a page or a manual: prompts, typographic quotes and dashes, odd spaces. */
import { corrected, type Rule, rule } from "../rule.ts";
import { hasLine } from "../view.ts";

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

/** What a word processor makes of plain characters. */
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
  sees({ command }) {
    // Between plain quotes they are text.
    const text = command
      .split(/('[^']*'|"[^"]*")/)
      .map((piece, at) => (at % 2 === 1 ? piece : plain(piece)))
      .join("");
    return text === command ? null : { text };
  },
  repair: ({ text }, { command }) =>
    corrected(
      text,
      `The command contains ${oddOf(command)}, as a page or word processor makes them; the shell needs plain ones.`,
    ),
});

function plain(text: string): string {
  return TYPOGRAPHIC.reduce((so, [pattern, character]) => so.replaceAll(pattern, character), text);
}

function oddOf(command: string): string {
  if (/[“”„‟«»″‘’‚‛′]/.test(command)) return "typographic quotes";
  return /[–—−]/.test(command) ? "typographic dashes" : "spaces that are not plain ones";
}

export const pasted: readonly Rule[] = [pastedPrompt, typographic];
