import { type Flag, type Verb, type Vocabulary, valueFlags } from "./vocabulary.ts";

/** One `complete` line per word for fish, with the condition under which it applies. */
export function fishCases(vocabulary: Vocabulary): readonly string[] {
  const { verbs, otherwise } = vocabulary;
  const skipped = valueFlags(vocabulary).join(" ");
  return [
    ...otherwise.flags.map((flag) => flagLine("__fix_has_no_verb", flag)),
    ...verbs.map(({ name, description }) =>
      line("__fix_has_no_verb", `-a ${name} -d ${quoted(description)}`),
    ),
    ...verbs.flatMap((verb) => verbLines(verb, skipped)),
  ];
}

function verbLines({ name, flags, words, operands }: Verb, skipped: string): readonly string[] {
  const condition = quoted(`__fix_has_verb ${name}`);
  const offered = [
    ...(words.length > 0 ? [quoted(words.join(" "))] : []),
    ...(operands.has("contract") ? [quoted("(fix completion contracts 2>/dev/null)")] : []),
    ...(operands.has("file") ? [quoted("(__fish_complete_path)")] : []),
    ...(operands.has("command")
      ? [quoted(`(__fish_complete_subcommand --fcs-skip=2 ${skipped})`)]
      : []),
  ];
  return [
    ...flags.map((flag) => flagLine(condition, flag)),
    ...offered.map((words) => line(condition, `-a ${words}`)),
  ];
}

function flagLine(
  condition: string,
  { names, description, takesValue, choices, takesPath }: Flag,
): string {
  const said = names.map((name) =>
    name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`,
  );
  const value = takesPath ? " -r -F" : takesValue ? " -x" : "";
  const words = choices.length > 0 ? ` -a ${quoted(choices.join(" "))}` : "";
  return line(condition, `${said.join(" ")}${value}${words} -d ${quoted(description)}`);
}

function line(condition: string, rest: string): string {
  return `complete -c fix -n ${condition} ${rest}`;
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
