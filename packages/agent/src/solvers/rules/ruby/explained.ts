/** Ruby programs that fail for a reason that needs their author. */
import { mistyped, operandOf, wordOfCommand } from "../mistyped.ts";
import { named } from "../named.ts";
import { advice, type Rule, rule } from "../rule.ts";
import { explained, reportedBy } from "../source/explained.ts";
import { LANGUAGES } from "../source/languages.ts";
import { lineSlip } from "../source/line-slips.ts";
import { type Slip, slips } from "../source/slips.ts";
import { rewrite, sourceText, withLine } from "../source/source-text.ts";
import { firstMatch, type View } from "../view.ts";

const NOT_LOADED =
  /[`'](?:Kernel#)?require': cannot load such file -- ([\w./-]{1,120}) \(LoadError\)$/;
const CALLER = /^\s+from ([^\s:<][^:]{0,250}\.rb):(\d{1,7}):in /;
/** Gems that are not called like their file. */
const GEMS: readonly string[] =
  "nokogiri rails sinatra rspec pry httparty faraday sequel activerecord active_support redis puma sidekiq devise dotenv rubocop minitest rake bundler thor mysql2 pg sqlite3 slim haml sass capybara factory_bot faker json-schema mechanize rest-client tty-prompt colorize awesome_print".split(
    " ",
  );

function missingLibrary(view: View) {
  const name = firstMatch(view, NOT_LOADED)?.[1];
  const [, path, line] = firstMatch(view, CALLER) ?? [];
  return name === undefined || path === undefined ? null : { name, path, line: Number(line) };
}

export const rubyExplained: readonly Rule[] = [
  lineSlip({
    name: "ruby-elsif",
    title: "else if in Ruby",
    sees(view) {
      const path = firstMatch(
        view,
        /^([^\s:][^:]{0,250}\.rb):\d{1,7}: syntax error, unexpected /,
      )?.[1];
      return path === undefined ? null : { path, line: 1 };
    },
    mend({ path, lines }) {
      const found = lines.flatMap((text, at) =>
        /^\s*(?:else if|elseif|elif)\b/.test(text) ? [at + 1] : [],
      );
      const [line] = found;
      if (line === undefined || found.length !== 1) return null;
      const now = (lines[line - 1] ?? "").replace(/\b(?:else if|elseif|elif)\b/, "elsif");
      return {
        lines: withLine(lines, line, now),
        because: `Line ${line} of ${path}: Ruby writes elsif.`,
      };
    },
  }),
  rule({
    name: "ruby-load-path",
    title: "A Ruby file of the program is not on the load path",
    sees: missingLibrary,
    async repair({ name, path, line }, _view, ask) {
      const source = await sourceText(path, ask);
      const found = (await ask.find(/\.rb$/)).filter(
        (file) => file === `${name}.rb` || file.endsWith(`/${name}.rb`),
      );
      const [file] = found;
      if (source === null || file === undefined || found.length !== 1) return null;
      const folder = source.path.slice(0, source.path.lastIndexOf("/") + 1);
      if (!file.startsWith(folder)) return null;
      const place = file.slice(folder.length, -".rb".length);
      const text = source.lines[line - 1] ?? "";
      const now = text.replace(
        /\brequire(\s*\(?\s*)(["'])[\w./-]+\2/,
        (_whole, space: string, mark: string) => {
          return `require_relative${space}${mark}${place}${mark}`;
        },
      );
      const shell = rewrite(source, withLine(source.lines, line, now));
      const explanation = `Line ${line} of ${source.path}: ${file} is a file of the program, which require_relative loads.`;
      return shell === null ? null : { shell, explanation };
    },
  }),
  rule({
    name: "ruby-gem",
    title: "A Ruby gem is not installed",
    sees: missingLibrary,
    async repair({ name, path, line }, _view, ask) {
      if (name.includes("..") || name.startsWith("/")) return null;
      const gem = name.split("/")[0] ?? name;
      const isKnown = GEMS.includes(gem);
      const hasGemfile = (await ask.entry("Gemfile")) !== null;
      const how = hasGemfile ? "bundle install, then bundle exec ruby …" : `gem install ${gem}`;
      return advice(
        `Line ${line} of ${path} loads ${name}, which is not installed: ${how}.${isKnown || hasGemfile ? "" : " Check the name of the gem first: it may differ, and misspelt gems can be malicious."}`,
      );
    },
  }),
  slips({
    name: "ruby-key",
    kind: "key",
    language: LANGUAGES.ruby,
    finds(view) {
      const [, path = "", line, typed] =
        firstMatch(
          view,
          /^([^\s:][^:]{0,250}\.rb):(\d{1,7}):in .{1,100}: key not found: [:"](\w{1,60})"? \(KeyError\)$/,
        ) ?? [];
      const meant = firstMatch(view, /^Did you mean\?\s+[:"](\w{1,60})"?$/)?.[1];
      return typed === undefined || meant === undefined
        ? []
        : ([{ path, line: Number(line), typed, meant, isMember: true }] satisfies Slip[]);
    },
    near: () => null,
  }),
  mistyped({
    name: "rake-task",
    kind: "rake task",
    finds: wordOfCommand({
      says: /^Don't know how to build task '([\w:-]{1,60})'/,
      suggests: /^Did you mean\?\s+([\w:-]{1,60})$/,
      word: operandOf("rake"),
    }),
  }),
  explained({
    name: "ruby-explained",
    title: "Ruby refuses a line that only its author can correct",
    reads: reportedBy(
      /^(?<path>[^\s:][^:]{0,250}\.rb):(?<line>\d{1,7}):in .{1,200}?': (?<message>.{1,300})$/,
      /^(?<path>[^\s:][^:]{0,250}\.rb):(?<line>\d{1,7}): (?<message>.{1,300})$/,
    ),
    causes: [
      [
        /^undefined method [`'](.{1,60})' for nil/,
        ([, name]) =>
          /^[+\-*/[<>=]/.test(name ?? "")
            ? `the value before ${name} is nil: it has no value yet. A Hash gives nil for a missing key; Hash.new(0) starts at 0.`
            : `${name} is called on nil: the value before it is missing. Check what sets it, or use &.${name}.`,
      ],
      [
        /^undefined method [`'](.{1,60})' for (.{1,80}?)(?::[A-Z]\w*)? \(NoMethodError\)/,
        ([, name, owner]) =>
          `${owner === "main" ? "there is no method" : `${owner} has no method`} ${name}: it is misspelt, not defined yet, or the value is not what it should be.`,
      ],
      [
        /^undefined local variable or method [`'](\w{1,60})'/,
        ([, name]) =>
          `${name} is neither a variable nor a method here: it is misspelt, or set in another method.`,
      ],
      [
        /^wrong number of arguments \(given (\d{1,3}), expected (\S{1,12})\)/,
        ([, given, expected]) =>
          `the method takes ${expected} arguments and is called with ${given}. The lines after "from" say where.`,
      ],
      [
        /^missing keywords?: (.{1,100}) \(ArgumentError\)/,
        ([, names]) => `the call lacks the keyword ${names}.`,
      ],
      [
        /^unknown keywords?: (.{1,100}) \(ArgumentError\)/,
        ([, names]) => `the method has no keyword ${names}.`,
      ],
      [
        /^syntax error, unexpected [`']end', expecting end-of-input/,
        () => "there is one end too many, or the line that opens the block is missing.",
      ],
      [
        /^syntax error, unexpected .{1,80}, expecting '([)\]}])'/,
        ([, bracket]) => `a closing ${bracket} is missing in this line or the one above.`,
      ],
      [
        /^(?:syntax error, )?unterminated (?:string|list|regexp)/,
        () => "a string that is opened above has no closing quote.",
      ],
      [
        /^String can't be coerced into (Integer|Float)/,
        ([, type]) =>
          `text is added to a number: to_s makes text of the number, ${type === "Integer" ? "to_i" : "to_f"} a number of the text.`,
      ],
      [
        /^no implicit conversion of (\w{1,30}) into (\w{1,30})/,
        ([, from, to]) =>
          `a ${from} is given where a ${to} is needed${to === "String" ? ": .to_s makes one" : to === "Integer" ? ": .to_i makes one" : ""}.`,
      ],
      [
        /^key not found: (.{1,60}) \(KeyError\)/,
        ([, key]) =>
          `there is no key ${key}. Look at the keys there are, or use fetch(key, default).`,
      ],
      [
        /^private method [`'](\w{1,60})' called/,
        ([, name]) =>
          `${name} is private: move it above private, or call it from inside of the class.`,
      ],
      [
        /^can't modify frozen (\w{1,30})/,
        ([, type]) => `the ${type} is frozen and cannot be changed: use dup, or + instead of <<.`,
      ],
      [
        /^invalid value for (Integer|Float)\(\): "(.{0,60})"/,
        ([, type, value]) =>
          `"${value}" is not ${type === "Integer" ? "a whole number" : "a number"}. Correct the input, or rescue ArgumentError.`,
      ],
      [/^divided by 0/, () => "a division by zero. Check the divisor first."],
      [
        /^stack level too deep/,
        () => "the method calls itself without end. It needs a case that returns.",
      ],
      [
        /^uninitialized constant (\S{1,80})/,
        ([, name]) =>
          `there is no class or module ${name}: it is misspelt, or its file is not loaded (require).`,
      ],
      [
        /^syntax error, unexpected (?!end-of-input|end of file)/,
        () =>
          "Ruby cannot read this line: look here and above for a missing end, comma, bracket or quote. Ruby has no ++; use += 1.",
      ],
    ],
  }),
  named({
    name: "ruby-bundler",
    title: "Bundler is not installed",
    isAbout: () => true,
    cases: [
      {
        says: /(?:^|: )bundler?: (?:command )?not found$/,
        tells: () =>
          "Bundler is not installed: gem install bundler (on Debian and Ubuntu: sudo apt install ruby-bundler), then bundle install.",
      },
    ],
  }),
];
