import { quotedPath } from "../quote.ts";
import { rule } from "../rule.ts";
import { firstMatch } from "../view.ts";

const PATH = `([^'"’:\\s]{1,250})`;
const SAID = [
  new RegExp(`ENOENT: no such file or directory, open ['"]${PATH}['"]`),
  new RegExp(`^FileNotFoundError: \\[Errno 2\\] No such file or directory: ['"]${PATH}['"]$`),
  new RegExp(`^(?:\\S{0,200}/)?node: ${PATH}: not found$`),
  new RegExp(
    `^(?:[\\w./+-]{1,80}: ){1,6}(?:line \\d{1,6}: |\\d{1,6}: )?['‘]?${PATH}['’]?: No such file or directory$`,
  ),
  /Cannot find module ['"](\.{0,2}\/[^'"\s]{1,250}\.json)['"]/,
];

export const copiedFromExample = rule({
  name: "copied-from-example",
  title: "A settings file was not copied from its example",
  sees(view) {
    for (const pattern of SAID) {
      const path = firstMatch(view, pattern)?.[1];
      const name = path?.split("/").at(-1);
      if (name !== undefined && name !== "" && name !== "..") return { name };
    }
    return null;
  },
  async repair({ name }, _view, ask) {
    const examples = examplesOf(name);
    const found = await ask.find(examples);
    const [example] = found;
    if (example === undefined || found.length !== 1) return null;
    const target = example.slice(0, example.lastIndexOf("/") + 1) + name;
    return {
      shell: `cp -n ${quotedPath(example)} ${quotedPath(target)}`,
      explanation: `${target} does not exist; this copies ${example}.`,
    };
  },
});

function examplesOf(name: string): readonly string[] {
  const dot = name.lastIndexOf(".");
  return ["example", "sample", "template", "dist"].flatMap((word) => [
    `${name}.${word}`,
    ...(dot > 0 ? [`${name.slice(0, dot)}.${word}${name.slice(dot)}`] : []),
    ...(dot > 0 ? [`${name.slice(0, dot)}-${word}${name.slice(dot)}`] : []),
  ]);
}
