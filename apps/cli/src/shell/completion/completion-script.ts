/** The completion of `fix` for one shell: its script, with our vocabulary in its places. */
import { readFileSync } from "node:fs";
import type { Shell } from "../shells.ts";
import { fishCases } from "./fish-cases.ts";
import {
  type Flag,
  flagNames,
  type Operand,
  type Verb,
  type Vocabulary,
  valueFlags,
} from "./vocabulary.ts";

const SCRIPTS = new URL("../scripts/", import.meta.url);

type Places = Readonly<Record<string, string>>;

const FILES: Readonly<Record<Shell, [string, (vocabulary: Vocabulary) => Places]>> = {
  bash: ["completion.bash", bashPlaces],
  zsh: ["completion.zsh", zshPlaces],
  fish: ["completion.fish", fishPlaces],
  powershell: ["completion.ps1", powershellPlaces],
};

export function completionScript(shell: Shell, vocabulary: Vocabulary): string {
  const [file, placesOf] = FILES[shell];
  const places = placesOf(vocabulary);
  const text = readFileSync(new URL(file, SCRIPTS), "utf8");
  return text.replace(/@([A-Z_]+)@/g, (_, name: string) => places[name] ?? "");
}

function bashPlaces(vocabulary: Vocabulary): Places {
  const { verbs, otherwise } = vocabulary;
  return {
    FLAGS: flagNames(otherwise).join(" "),
    VERBS: names(verbs).join(" "),
    VALUE_FLAGS: valueFlags(vocabulary).join(" | "),
    CASES: verbs.map(bashCase).join("\n    "),
    CHOICES: choices(vocabulary, (words, takes) => `words='${words.join(" ")}' takes='${takes}'`),
  };
}

function bashCase(verb: Verb): string {
  const { name, words, operands } = verb;
  const flags = flagNames(verb).join(" ");
  const takes = [...operands].join(" ");
  return `${name}) flags='${flags}' words='${words.join(" ")}' takes='${takes}' ;;`;
}

function zshPlaces(vocabulary: Vocabulary): Places {
  const { verbs, otherwise } = vocabulary;
  return {
    FLAGS: otherwise.flags.flatMap(describedFlag).join(" "),
    VERBS: verbs.map(({ name, description }) => described(name, description)).join(" "),
    VALUE_FLAGS: valueFlags(vocabulary).join(" | "),
    CASES: verbs.map(zshCase).join("\n    "),
    CHOICES: choices(vocabulary, (words, takes) => `verbs=(${words.join(" ")}) takes='${takes}'`),
  };
}

function zshCase({ name, flags, words, operands }: Verb): string {
  const told = flags.flatMap(describedFlag).join(" ");
  return `${name}) flags=(${told}) verbs=(${words.join(" ")}) takes='${[...operands].join(" ")}' ;;`;
}

function describedFlag({ names: said, description }: Flag): readonly string[] {
  return said.map((name) => described(name, description));
}

function described(name: string, description: string): string {
  return `'${`${name}:${description.replaceAll(":", "\\:")}`.replaceAll("'", "'\\''")}'`;
}

function fishPlaces(vocabulary: Vocabulary): Places {
  return {
    VERBS: names(vocabulary.verbs).join(" "),
    VALUE_FLAGS: valueFlags(vocabulary).join(" "),
    CASES: fishCases(vocabulary).join("\n"),
  };
}

function powershellPlaces({ verbs, otherwise }: Vocabulary): Places {
  const table = (of: (verb: Verb) => readonly string[], first: readonly string[]): string =>
    [`'' = ${list(first)}`, ...verbs.map((verb) => `'${verb.name}' = ${list(of(verb))}`)].join(
      "; ",
    );
  const list = (words: readonly string[]): string =>
    `@(${words.map((word) => `'${word}'`).join(", ")})`;
  const taking = verbs.filter(({ operands }) => operands.has("contract"));
  return {
    FLAGS: table(flagNames, flagNames(otherwise)),
    VERBS: table(({ words }) => words, names(verbs)),
    CONTRACTS: names(taking)
      .map((name) => `'${name}'`)
      .join(", "),
  };
}

/** One case per flag with choices or a path; two verbs that share a flag share its choices. */
function choices(
  { verbs, otherwise }: Vocabulary,
  offer: (words: readonly string[], takes: Operand | "") => string,
): string {
  const byName = new Map<string, Set<string>>();
  const flags = [otherwise, ...verbs].flatMap((verb) => verb.flags);
  const ofPaths = new Set(flags.filter(({ takesPath }) => takesPath).flatMap((flag) => flag.names));
  for (const flag of flags) {
    for (const name of flag.choices.length > 0 ? flag.names : []) {
      byName.set(name, new Set([...(byName.get(name) ?? []), ...flag.choices]));
    }
  }
  return [
    ...[...byName].map(([name, words]) => `${name}) ${offer([...words], "")} ;;`),
    ...[...ofPaths].map((name) => `${name}) ${offer([], "file")} ;;`),
  ].join("\n    ");
}

function names(verbs: readonly Verb[]): readonly string[] {
  return verbs.map(({ name }) => name);
}
