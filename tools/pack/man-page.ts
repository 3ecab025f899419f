/** Manual pages from the definitions that also parse the words and print the help. */
import type { Command, Program } from "@bazaar/terminal";

export interface PageFacts {
  /** Without a capital and a full stop, as in `apropos`. */
  readonly summary: string;
  readonly seeAlso: string;
}

/** One page, in the `man` macros of groff and mandoc. */
export function manPage(program: Program, { summary, seeAlso }: PageFacts): string {
  const { name, description, version, commands, otherwise } = program;
  const lines = [
    `.TH ${name.toUpperCase()} 1 "" "${name} ${version}" "User Commands"`,
    ".SH NAME",
    `${name} \\- ${escaped(summary)}`,
    ".SH SYNOPSIS",
    ...(otherwise === undefined ? [] : synopsis(name, otherwise.usage())),
    ...synopsis(name, "<verb> [options]"),
    ".SH DESCRIPTION",
    ...prose(description),
    ...(otherwise === undefined ? [] : [".SH OPTIONS", ...details(otherwise)]),
    ".SH VERBS",
    ...commands.flatMap((verb) => section(name, verb)),
    ".SH SEE ALSO",
    `.BR ${seeAlso} (1)`,
  ];
  return `${lines.join("\n")}\n`;
}

function section(parent: string, command: Command): readonly string[] {
  const name = `${parent} ${command.name()}`;
  return [
    `.SS ${escaped(`${name} ${command.usage()}`.trim())}`,
    ...prose(`${capitalised(command.description())}.`),
    ...details(command),
    ...command.commands.flatMap((inner) => section(name, inner)),
  ];
}

/** Arguments, options, and the text after them. */
function details(command: Command): readonly string[] {
  const help = command.createHelp();
  const told = [
    ...help
      .visibleArguments(command)
      .map((each) => item(`<${help.argumentTerm(each)}>`, help.argumentDescription(each))),
    ...help
      .visibleOptions(command)
      .filter(({ long }) => long !== "--help")
      .map((each) => item(help.optionTerm(each), help.optionDescription(each))),
  ];
  const after = textAfter(command).trimEnd();
  return [...told.flat(), ...(after === "" ? [] : [".PP", ...prose(after)])];
}

function item(term: string, description: string): readonly string[] {
  return [".TP", `\\fB${escaped(term)}\\fR`, escaped(description.replaceAll("\n", " "))];
}

function synopsis(name: string, words: string): readonly string[] {
  return [`.B ${name}`, escaped(words), ".br"];
}

/** What the help prints after the options. */
function textAfter(command: Command): string {
  const pieces: string[] = [];
  command.configureOutput({ writeOut: (text) => pieces.push(text) }).outputHelp();
  return pieces.slice(1).join("").replace(/^\n+/, "");
}

/** Indented lines are examples and tables and stay as they are. */
function prose(text: string): readonly string[] {
  return text.split(/\n{2,}/).flatMap((paragraph, index) => {
    const lines = paragraph.split("\n").map(escaped);
    const isTable = /^ {2}/m.test(paragraph);
    return [...(index === 0 ? [] : [".PP"]), ...(isTable ? [".nf", ...lines, ".fi"] : lines)];
  });
}

/** So that no character is read as a request, an escape or a typographic hyphen. */
function escaped(line: string): string {
  return line
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll("'", "\\(aq")
    .replaceAll("`", "\\(ga")
    .replaceAll("~", "\\(ti")
    .replaceAll("^", "\\(ha")
    .replace(/^\./, "\\&.");
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
