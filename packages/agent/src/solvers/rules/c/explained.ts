/** C and C++ programs that the compiler or the linker refuses, each with its reason. */
import { appendTo } from "../edit-command.ts";
import { named } from "../named.ts";
import { corrected, type Rule, rule } from "../rule.ts";
import { explained, reportedBy } from "../source/explained.ts";
import { lineSlip } from "../source/line-slips.ts";
import { withLine } from "../source/source-text.ts";
import { callOf, firstMatch, type View } from "../view.ts";

const COMPILERS = ["gcc", "g++", "cc", "c++", "clang", "clang++", "make"];
/** gcc quotes names with curly or straight quotes, as the locale wants. */
const NAME = `['‘\`]([^'’\\n]{1,120})['’]`;
const MESSAGE =
  /^(?<path>[^\s:][^:\n]{0,250}\.(?:c|h|cc|cpp|cxx|hpp|hh)):(?<line>\d{1,7}):\d{1,5}: (?:fatal )?error: (?<message>.{1,400})$/;

const said = (text: string): RegExp => new RegExp(`^${text.replaceAll("NAME", NAME)}`);

interface Slip {
  readonly name: string;
  readonly title: string;
  readonly says: RegExp;
  readonly mend: (text: string, name: string) => string | null;
  readonly because: string;
}

const SLIPS: readonly Slip[] = [
  {
    name: "c-pointer-dot",
    title: "A dot after a pointer in C",
    says: said("NAME is a pointer; did you mean to use"),
    mend: (text, name) => once(text, `${name}.`, `${name}->`),
    because: "a member of a pointer is taken with ->.",
  },
  {
    name: "c-struct-word",
    title: "The word struct is missing in C",
    says: said("unknown type name NAME; use .{1,12} keyword to refer to the type"),
    mend: (text, name) => once(text, `${name} `, `struct ${name} `),
    because: "without a typedef, the type is written with the word struct.",
  },
];

function once(text: string, from: string, to: string): string | null {
  return text.split(from).length === 2 ? text.replace(from, () => to) : null;
}

function reported(view: View, says: RegExp) {
  for (const { path, line, message } of reportedBy(MESSAGE)(view)) {
    const found = says.exec(message);
    if (found !== null) return { path, line, name: found[1] ?? "" };
  }
  return null;
}

export const cExplained: readonly Rule[] = [
  ...SLIPS.map(({ name, title, says, mend, because }) =>
    lineSlip({
      name,
      title,
      sees: (view) => reported(view, says),
      mend({ path, lines }, at) {
        const now = mend(lines[at.line - 1] ?? "", at.name);
        return now === null
          ? null
          : {
              lines: withLine(lines, at.line, now),
              because: `line ${at.line} of ${path}: ${because}`,
            };
      },
    }),
  ),
  lineSlip({
    name: "c-struct-end",
    title: "Missing semicolon after a struct in C",
    sees: (view) => reported(view, said("expected .{1,40} before NAME")),
    mend({ path, lines }, { line }) {
      const at = lines.slice(0, line - 1).findLastIndex((text) => text.trim() !== "");
      const start = lines.slice(0, at).findLastIndex((text) => /^\S.*\{\s*$/.test(text));
      const isType = /^(?:typedef )?(?:struct|enum|union)\b/.test(lines[start] ?? "");
      if (!isType || !/^\}\s*\w*\s*$/.test(lines[at] ?? "")) return null;
      return {
        lines: withLine(lines, at + 1, `${(lines[at] ?? "").trimEnd()};`),
        because: `Line ${at + 1} of ${path}: a struct, enum or union ends with a semicolon.`,
      };
    },
  }),
  rule({
    name: "c-standard",
    title: "The chosen standard of C or C++ is too old",
    sees(view) {
      const call = callOf(view, ...COMPILERS);
      const std = call?.operands.find(({ value }) => /^-std=/.test(value ?? ""));
      const wanted = firstMatch(
        view,
        /note: use option ['‘]-std=(c99)['’]/,
        /is only available from C\+\+(\d\d) onwards/,
      )?.[1];
      return call === null || wanted === undefined ? null : { call, std, wanted };
    },
    repair({ call, std, wanted }, view) {
      const standard = /^\d/.test(wanted) ? `c++${wanted}` : wanted;
      const option = `-std=${standard}`;
      return corrected(
        std === undefined
          ? appendTo(view, call, option)
          : view.command.slice(0, std.start) + option + view.command.slice(std.end),
        `The program uses what came with ${standard.toUpperCase()}; ${option} allows it.`,
      );
    },
  }),
  explained({
    name: "c-explained",
    title: "A compiler refuses a line of C that only its author can correct",
    reads: reportedBy(MESSAGE),
    causes: [
      [
        said("expected declaration or statement at end of input"),
        () => "a closing } is missing: a block that is opened above is never closed.",
      ],
      [
        said("expected (?:identifier or .{1,5}|declaration) before .\\}"),
        () => "there is one } too many, or a { is missing above.",
      ],
      [
        said("NAME undeclared"),
        ([, name]) =>
          `${name} is not declared: it is misspelt, or needs a type where it is first used, as in int ${name} = …;`,
      ],
      [
        said("NAME was not declared in this scope"),
        ([, name]) =>
          `${name} is not declared here: it is misspelt, needs an #include, std:: or a declaration above.`,
      ],
      [
        said("too (few|many) arguments to function NAME"),
        ([, how, name]) =>
          `${name} is called with too ${how} arguments. Compare the call with the definition.`,
      ],
      [
        said("redefinition of NAME"),
        ([, name]) =>
          `${name} is defined twice. Remove one; in a header, #pragma once (or an #ifndef guard) at its top keeps it from being read twice.`,
      ],
      [
        said("conflicting types for NAME"),
        ([, name]) =>
          `${name} is declared with different types: make declaration, header and definition the same, or declare it before its first use.`,
      ],
      [
        said("invalid type argument of .->"),
        () => "-> is for pointers; this is a struct itself, whose members are taken with a dot.",
      ],
      [
        said("unused (variable|parameter|function) NAME"),
        ([, kind, name]) =>
          `the ${kind} ${name} is never used. Use or remove it; -Werror makes warnings errors.`,
      ],
      [
        said("NAME defined but not used"),
        ([, name]) => `${name} is never used. Use or remove it; -Werror makes warnings errors.`,
      ],
      [
        said("format NAME expects argument of type NAME, but argument (\\d{1,2}) has type NAME"),
        ([, format, wants, number, has]) =>
          `${format} needs ${wants}, but argument ${number} is ${has}. Use the format for it: %d int, %s text, %f double, %zu size_t, %ld long.`,
      ],
      [
        said("control reaches end of non-void function"),
        () => "the function must return a value, and can reach its end without return.",
      ],
      [
        said("suggest parentheses around assignment used as truth value"),
        () => "the condition has one =, which assigns; a comparison needs ==.",
      ],
      [
        said("NAME (?:is|may be) used uninitialized"),
        ([, name]) => `${name} is used before it has a value. Give it one where it is declared.`,
      ],
      [
        said("lvalue required as left operand of assignment"),
        () => "only a variable can stand left of =. A comparison needs ==.",
      ],
      [
        said(
          "(?:initialization of|assignment to|passing argument .{1,60}) .{0,60}makes (pointer from integer|integer from pointer) without a cast",
        ),
        ([, what]) =>
          `${what === "pointer from integer" ? "a number is given where a pointer is needed" : "a pointer is given where a number is needed"}: an & or * is missing, or a text is in single quotes.`,
      ],
      [
        said("NAME without a previous NAME"),
        ([, word, other]) =>
          `${word} has no ${other} before it: with more than one statement, the ${other} needs braces.`,
      ],
      [said("duplicate case value"), () => "this case is there twice in the switch."],
      [
        said("a label can only be part of a statement"),
        () => "a declaration right after case needs braces: case 1: { … }",
      ],
      [
        said("unknown type name NAME"),
        ([, name]) =>
          `there is no type ${name}: it is misspelt, or the #include or typedef that defines it is missing.`,
      ],
      [
        said("implicit declaration of function NAME"),
        ([, name]) =>
          `${name} is not declared: include the header that declares it, or correct its name.`,
      ],
      [
        said("stray .{1,20} in program"),
        () =>
          "there is a character that C does not know, such as a typographic quote or an invisible space from copied text. Type it anew.",
      ],
      [
        said(
          "(?:assignment of (?:member|read-only .{1,40})|increment of member) NAME.{0,40}read-only|assignment of read-only",
        ),
        () => "the variable is const here, or the method is: remove const, or do not change it.",
      ],
      [
        said("NAME is (private|protected) within this context"),
        ([, name, how]) => `${name} is ${how}. Make it public, or use a method of the class.`,
      ],
      [
        said("NAME marked .{1,12}, but does not override"),
        ([, name]) =>
          `${name} overrides nothing: its name, parameters or const differ from the base class, or that is not virtual.`,
      ],
      [
        said(
          "(?:cannot declare variable NAME to be of|invalid new-expression of) abstract (?:class )?type NAME",
        ),
        ([, , type]) =>
          `${type} is abstract: a subclass must define its pure virtual functions first.`,
      ],
      [
        said("invalid conversion from NAME to NAME"),
        ([, from, to]) =>
          `${from} is given where ${to} is needed. Convert it, or correct the argument.`,
      ],
      [
        said("no matching function for call to NAME"),
        ([, call]) =>
          `no version of the function takes these arguments: ${call}. Compare them with the definition.`,
      ],
      [
        said("use of deleted function .{0,60}unique_ptr"),
        () => "a unique_ptr cannot be copied: move it with std::move(…), or pass it by reference.",
      ],
    ],
  }),
  named({
    name: "c-link-and-run",
    title: "A C program cannot be linked, or ends by a fault of memory",
    isAbout: (view) => callOf(view, ...COMPILERS) !== null,
    cases: [
      {
        says: /undefined reference to [`'‘]main['’]/,
        tells: () =>
          "No source has a main function, where a program starts: it is missing or misspelt, or its file is not given. For an object file only, use -c.",
      },
      {
        says: /([\w.-]{1,80}\.\w{1,3}):\(\.\w{1,8}\+0x[0-9a-f]{1,8}\): multiple definition of [`'‘]([\w:~<>]{1,80})['’]; .{0,120}?([\w.-]{1,80}\.\w{1,3}):\(/,
        tells: ([, second, name, first]) =>
          `${name} is defined in ${first} and in ${second}. Keep one definition; a header has only the declaration (extern for a variable), and a program has one main.`,
      },
      {
        says: /undefined reference to [`'‘]vtable for ([\w:]{1,80})['’]/,
        tells: ([, type]) =>
          `A virtual function of ${type} is declared but not defined: define it, or write = 0; or its source file is not given.`,
      },
      {
        says: /undefined reference to [`'‘]([\w:~]{1,80})(?:\([^\n]{0,80}\))?['’]/,
        tells: ([, name]) =>
          `${name} is used, but no given source or library defines it: it is misspelt, its source file is missing in the command, or a library (-l…) is.`,
      },
      {
        says: /cannot find -l([\w+.-]{1,60})(?::|$)/,
        tells: ([, name]) =>
          `The linker finds no library ${name}: it is misspelt, not installed (on Debian and Ubuntu a package lib${name}-dev), or in a directory that -L must name.`,
      },
      {
        says: /^(?:gcc|g\+\+|cc|c\+\+|clang): (?:fatal )?error: no input files$/,
        tells: () => "The command names no source file: gcc -o PROGRAM FILE.c",
      },
      {
        says: /^free\(\): (?:double free|invalid pointer)|^double free or corruption|^munmap_chunk\(\)/,
        tells: () =>
          "Memory is freed twice, or a pointer that malloc did not return. Compile with -g -fsanitize=address and run it again: that shows the line.",
      },
      {
        says: /^\*\*\* stack smashing detected/,
        tells: () =>
          "The program writes beyond the end of a local array. Compile with -g -fsanitize=address and run it again: that shows the line.",
      },
      {
        // A bare line may be anybody's; make and the shell say whose program it was.
        says: /^(?:make(?:\[\d{1,3}\])?: \*\*\* \[[^\]\n]{1,200}\] |\S{1,80}: line \d{1,6}: +\d{1,9} )Segmentation fault/,
        tells: () =>
          "The program reads or writes memory that is not its own: often a null pointer, or an index beyond the end. Compile with -g -fsanitize=address and run it again: that shows the line.",
      },
      {
        says: /^\s*what\(\):\s+vector::_M_range_check: __n \(which is (\d{1,20})\) >= this->size\(\) \(which is (\d{1,20})\)/,
        tells: ([, index, size]) =>
          `The program asks for element ${index} of a vector of ${size}. Check size() first.`,
      },
      {
        says: /^make: \*\*\* No rule to make target '([^'\n]{1,120})', needed by '([^'\n]{1,120})'/,
        tells: ([, file, target]) =>
          `${target} needs ${file}, which does not exist and which no rule of the makefile makes. Create it, or correct the name in the rule of ${target}.`,
      },
      {
        says: /^make: \*\*\* No rule to make target '([^'\n]{1,120})'\. {2}Stop\.$/,
        async tells([, target], _view, ask) {
          const [file] = await ask.existing("GNUmakefile", "makefile", "Makefile");
          const text = file === undefined ? null : await ask.read(file);
          const names = [...(text ?? "").matchAll(/^([A-Za-z][\w.-]{0,40})\s*:(?!=)/gm)].map(
            ([, name = ""]) => name,
          );
          return names.length === 0
            ? null
            : `The makefile has no target ${target}. It has: ${[...new Set(names)].slice(0, 12).join(", ")}.`;
        },
      },
    ],
  }),
];
