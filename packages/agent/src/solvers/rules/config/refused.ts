/** What readers of configuration files refuse, with the file and the line. */
import { quoteWord } from "@bazaar/work";
import { named } from "../named.ts";
import { nearest } from "../nearest.ts";
import { quotedPath } from "../quote.ts";
import { corrected, type Rule, rule } from "../rule.ts";
import { callOf, firstMatch, hasLine } from "../view.ts";

const ini = named({
  name: "ini-refused",
  title: "An INI file cannot be read",
  isAbout: (view) => hasLine(view, /configparser\./),
  cases: [
    {
      says: /MissingSectionHeaderError: File contains no section headers\.$/,
      tells(_said, view) {
        const [, file, line] = firstMatch(view, /^file: '([^'\n]{1,250})', line: (\d{1,6})$/) ?? [];
        const text = firstMatch(view, /^'(.{1,100}?)(?:\\n)?'$/)?.[1];
        if (file === undefined) return null;
        return text?.startsWith("[") === true && !text.includes("]")
          ? `Line ${line} of ${file} has no closing bracket: ${text} should be ${text}].`
          : `${file} starts with a value and not with a section: put a line such as [DEFAULT] before line ${line}.`;
      },
    },
    {
      says: /DuplicateOptionError: While reading from '([^'\n]{1,250})' \[line\s{1,3}(\d{1,6})\]: option '([^'\n]{1,80})' in section '([^'\n]{1,80})' already exists$/,
      tells: ([, file, line, option, section]) =>
        `${file} sets ${option} twice in section [${section}], the second time in line ${line}; only you know which should stay.`,
    },
    {
      says: /DuplicateSectionError: While reading from '([^'\n]{1,250})' \[line\s{1,3}(\d{1,6})\]: section '([^'\n]{1,80})' already exists$/,
      tells: ([, file, line, section]) =>
        `${file} has the section [${section}] twice, the second time in line ${line}. Join the two, or rename one.`,
    },
    {
      says: /InterpolationSyntaxError: '%' must be followed by '%' or '\(', found: '(.{1,60})'$/,
      tells: ([, found]) =>
        `In an INI file % begins the name of another value, so a percent sign is written %% (at ${found}); or read the file with ConfigParser(interpolation=None).`,
    },
    {
      says: /ParsingError: Source contains parsing errors: '?([^'\n]{1,250})'?$/,
      tells([, file], view) {
        const [, line, text] =
          firstMatch(view, /^\s\[line\s{1,3}(\d{1,6})\]: '(.{1,100}?)(?:\\n)?'$/) ?? [];
        return line === undefined
          ? null
          : `Line ${line} of ${file} is not a setting: ${text}. A setting is key = value, a comment starts with # or ;.`;
      },
    },
    {
      says: /No(?:Option|Section)Error: No (option|section)(?: '([^'\n]{1,80})' in section)?: '([^'\n]{1,80})'$/,
      tells: ([, kind, option, section]) =>
        kind === "option"
          ? `Section [${section}] has no ${option}: it is misspelt in the program or missing in the file.`
          : `The file has no section [${section}], or was not found: ConfigParser reads a missing file without an error.`,
    },
  ],
});

const units = named({
  name: "systemd-unit-refused",
  title: "systemd refuses a unit",
  isAbout: (view) => callOf(view, "systemd-analyze", "systemctl") !== null,
  cases: [
    {
      says: /^(\S{1,200}):(\d{1,6}): (?:Neither a valid executable name nor an absolute path|Executable path is not absolute): (.{1,120})$/,
      tells: ([, file, line, path]) =>
        `Line ${line} of ${file}: the program must be given with its whole path, from /; ${path} is not. which NAME prints it.`,
    },
    {
      says: /^(?:\S{1,200}: )?Command (\/\S{1,200}) is not executable: (No such file or directory|Permission denied)$/,
      tells: ([, program = "", why]) =>
        why?.startsWith("No") === true
          ? `There is no program ${program}; the unit would not start. Correct the path after ExecStart=, or install the program.`
          : `${program} is not executable: chmod +x ${quotedPath(program)}.`,
    },
    {
      says: /^(\S{1,200}):(\d{1,6}): Failed to parse (.{1,60}?)(?:, ignoring|): (.{1,80})$/,
      tells: ([, file, line, what, value]) =>
        `Line ${line} of ${file}: ${value} is not valid here (${what}); systemd ignores the line.`,
    },
    {
      says: /^(\S{1,200}): Service has no ExecStart=/,
      tells: ([, unit]) =>
        `${unit} has no ExecStart= line that systemd understands: it says which program to run.`,
    },
    {
      says: /^Failed to parse calendar specification '([^'\n]{1,80})': /,
      tells: ([, typed]) =>
        `systemd does not understand the time ${typed}. It is written like Mon *-*-* 08:00:00 or daily; hours go up to 23.`,
    },
  ],
});

const ssh = named({
  name: "ssh-config-refused",
  title: "ssh refuses its configuration",
  isAbout: (view) => callOf(view, "ssh", "scp", "sftp", "sshd", "git") !== null,
  cases: [
    {
      says: /^(\S[^:\n]{0,200}) line (\d{1,6}): Bad port '([^'\n]{1,40})'\.?$/,
      tells: ([, file, line, port]) =>
        `Line ${line} of ${file}: ${port} is not a port; it is a number up to 65535.`,
    },
    {
      says: /^(\S[^:\n]{0,200}) line (\d{1,6}): (?:no argument after keyword|[Mm]issing argument)(?: "(\w{1,60})")?/,
      tells: ([, file, line, key]) =>
        `Line ${line} of ${file}: ${key ?? "the option"} has no value after it.`,
    },
  ],
});

const terraform = named({
  name: "terraform-refused",
  title: "Terraform refuses its configuration",
  isAbout: (view) => callOf(view, "terraform", "tofu") !== null,
  cases: [
    {
      says: /Error: Unclosed configuration block/,
      tells(_said, view) {
        const [, file, line, block] =
          firstMatch(view, /\bon ([\w./-]{1,200}\.tf) line (\d{1,6}), in (.{1,100}):$/) ?? [];
        return file === undefined
          ? null
          : `The block ${block} that starts in line ${line} of ${file} has no closing brace: a } is missing.`;
      },
    },
  ],
});

/** `NAME=My App` in a file that a shell reads. The file itself is never shown: it holds secrets. */
const envValue = named({
  name: "env-file-spaces",
  title: "A value with a space in a file of variables",
  isAbout: () => true,
  cases: [
    {
      says: /^(\S{0,200}\.env[\w.-]{0,40}): (?:line )?(\d{1,6}): ([^\s:]{1,100}): (?:command )?not found$/,
      // In capitals it may be a name with a space before its equals sign.
      tells: ([, path, line, word = ""]) =>
        /^[A-Z_][A-Z0-9_]*$/.test(word)
          ? null
          : `Line ${line} of ${path} has a space in its value, so the shell takes ${word} for a command. Put the value in quotes: NAME="… ${word}".`,
    },
  ],
});

/** `node --env-file=.env.loca`. */
const envFile = rule({
  name: "env-file-missing",
  title: "The file of variables is not there",
  sees(view) {
    const path = firstMatch(view, /^node: (\S{1,200}): not found$/)?.[1];
    const word = callOf(view, "node")?.operands.find(({ value }) => value?.endsWith(path ?? "\n"));
    return path === undefined || word?.value == null ? null : { path, word, value: word.value };
  },
  async repair({ path, word, value }, view, ask) {
    const found = await ask.find(/^\.env/);
    const meant = nearest(path, found);
    if (meant !== null) {
      return corrected(
        view.command.slice(0, word.start) +
          quoteWord(value.replace(path, meant)) +
          view.command.slice(word.end),
        `There is no ${path}; the closest is ${meant}.`,
      );
    }
    return { explanation: `There is no ${path}. Make it, with one NAME=value on each line.` };
  },
});

export const configRefused: readonly Rule[] = [ini, units, ssh, terraform, envValue, envFile];
