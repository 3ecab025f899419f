/** Exceptions of Python about values, files, data and the network. */

import type { SourceText } from "../source/source-text.ts";
import type { Explained, Facts } from "./explanation.ts";
import { markedText } from "./traceback.ts";

export const VALUE_ERRORS: readonly Explained[] = [
  {
    says: /^ZeroDivisionError: /,
    async tells(facts) {
      const { text, marks } = facts;
      const part = markedText(text, marks)?.text ?? text;
      const [, list] = /\/\s*len\((\w{1,60})\)/.exec(part) ?? [];
      const [, name] = /[/%]\s*([A-Za-z_][\w.]{0,60})/.exec(part) ?? [];
      if (list !== undefined) {
        return `the division is by len(${list}), and ${list} is empty${await emptyInput(facts)}. Check that it has values before dividing.`;
      }
      return name === undefined
        ? null
        : `the division is by ${name}, which is 0${await emptyInput(facts)}. Check it before dividing.`;
    },
  },
  {
    says: /^(?:ValueError: (max|min)\(\) (?:arg is an empty sequence|iterable argument is empty)|statistics\.StatisticsError: (\w{1,20}) requires at least)/,
    tells: async (facts) =>
      `${facts.found[1] ?? facts.found[2]}() got no values${await emptyInput(facts)}. Check the input first; max and min take default=… for this case.`,
  },
  {
    says: /^IndexError: (list|tuple|string|pop from empty list)/,
    async tells(facts) {
      if (/\bsys\.argv\[/.test(facts.text)) {
        return "the program reads an argument (sys.argv) that was not given. Give it on the command line.";
      }
      return `the index is larger than the ${facts.found[1] === "pop from empty list" ? "empty list" : facts.found[1]} allows${await emptyInput(facts)}. Indexes go from 0 to len(…) - 1.`;
    },
  },
  {
    says: /^ValueError: invalid literal for int\(\) with base 10: '(.{0,80})'$/,
    tells({ found: [, value = ""] }) {
      if (/^(?:\\n|\s)*$/.test(value)) {
        return "an empty line or text is converted with int(). Skip empty lines: if line.strip().";
      }
      return /^-?\d+\.\d+(?:\\n)?$/.test(value)
        ? `int() does not take "${value}" because of its decimals: int(float(…)) does.`
        : `"${value}" is not a whole number, so int() refuses it. Correct the input, or catch ValueError.`;
    },
  },
  {
    says: /^ValueError: could not convert string to float: '(.{0,80})'$/,
    tells: ({ found: [, value = ""] }) =>
      /^-?\d+,\d+(?:\\n)?$/.test(value)
        ? `"${value}" has a decimal comma; float() needs a point: value.replace(",", ".").`
        : `"${value}" is not a number, so float() refuses it. Correct the input, or catch ValueError.`,
  },
  {
    says: /^ValueError: (not enough|too many) values to unpack \(expected (?:at least )?(\d{1,3})(?:, got (\d{1,3}))?\)/,
    tells({ found: [, how, wanted, got], text }) {
      if (/^\s*for \w+, ?\w+ in [\w.]+:/.test(text)) {
        return `the loop takes ${wanted} values at a time. A dict gives only its keys; .items() gives keys and values, enumerate(…) numbers a list.`;
      }
      return `${wanted} names are on the left, but the value has ${got ?? (how === "too many" ? "more" : "fewer")} ${got === "1" ? "part" : "parts"}${got === "1" ? " (an empty or incomplete line, perhaps)" : ""}. Check the value, or take the rest with *rest.`;
    },
  },
  {
    says: /^RecursionError: maximum recursion depth exceeded/,
    tells: ({ text }) =>
      `the function calls itself without end (${text.trim()}). It needs a case that returns without calling itself.`,
  },
  {
    says: /^ValueError: time data '(.{1,60})' does not match format '(.{1,60})'$/,
    tells: ({ found: [, value, format] }) =>
      `the date "${value}" does not look like the format "${format}". Write the format as the date is written, such as %Y-%m-%d for 2024-01-31.`,
  },
  {
    says: /^IsADirectoryError: \[Errno 21\] Is a directory: '(.{1,200})'$/,
    tells: ({ found: [, path] }) => `${path} is a directory, not a file: name a file in it.`,
  },
  {
    says: /^PermissionError: \[Errno 13\] Permission denied: '(.{1,200})'$/,
    tells: ({ found: [, path] }) =>
      `you may not read or write ${path}. Check its owner and mode (ls -l), or write elsewhere.`,
  },
  {
    says: /^io\.UnsupportedOperation: not (writable|readable)/,
    tells: ({ found: [, what] }) =>
      what === "writable"
        ? `the file was opened for reading only: open(…, "w") writes, "a" appends.`
        : `the file was opened for writing only: open it without a mode, or with "r+".`,
  },
  {
    says: /^ValueError: I\/O operation on closed file/,
    tells: () => "the file is already closed here: move the line into the with block.",
  },
  {
    says: /^TypeError: write\(\) argument must be str, not (\w{1,40})/,
    tells: ({ found: [, type] }) =>
      `write() takes text, not ${type}: str(…) makes text${type === "bytes" ? `, or open the file with "wb"` : ""}.`,
  },
  {
    says: /^TypeError: a bytes-like object is required, not 'str'/,
    tells: () =>
      `bytes are expected, and this is text: text.encode() makes bytes; a file for text is opened without "b".`,
  },
  {
    says: /^TypeError: Object of type (\w{1,60}) is not JSON serializable/,
    tells: ({ found: [, type] }) =>
      `JSON has no type for ${type}. Convert it first (str(…), .isoformat(), list(…)), or pass default=str to dumps.`,
  },
  {
    says: /^json\.decoder\.JSONDecodeError: Extra data: line 2 column 1/,
    tells: () =>
      "the file has one JSON value per line (JSON Lines). Read it line by line: [json.loads(line) for line in f].",
  },
  {
    says: /^json\.decoder\.JSONDecodeError: Expecting value: line 1 column 1 \(char 0\)/,
    tells: async (facts) =>
      `what should be JSON is empty or no JSON at all${await emptyInput(facts)}.`,
  },
  {
    says: /^UnicodeDecodeError: '(?:utf-8|ascii)' codec can't decode byte (0x[0-9a-f]{2}) in position (\d{1,12})/,
    tells: encoding,
  },
  {
    says: /^UnicodeEncodeError: '([\w-]{1,30})' codec can't encode character/,
    tells: ({ found: [, codec] }) =>
      `the output is ${codec}, which lacks a character of this text. Set PYTHONIOENCODING=utf-8 (or PYTHONUTF8=1), or open the file with encoding="utf-8".`,
  },
  {
    says: /^sqlite3\.OperationalError: no such (table|column): ([\w.]{1,60})/,
    tells: ({ found: [, kind, name] }) =>
      `the database has no ${kind} ${name}: it is misspelt, not created yet, or this is another database file.`,
  },
  {
    says: /^sqlite3\.ProgrammingError: Incorrect number of bindings supplied\. .{0,40}uses (\d{1,3}), and there (?:are|is) (\d{1,4}) supplied/,
    tells: ({ found: [, uses, given], text }) =>
      `the statement has ${uses} question marks, but ${given} values are given.${/\("[^"]*"\)|\('[^']*'\)/.test(text) ? ' A tuple of one needs a comma: ("x",).' : ""}`,
  },
  {
    says: /^(?:urllib\.error\.URLError: <urlopen error \[Errno 111\]|ConnectionRefusedError: \[Errno 111\])/,
    tells: ({ text }) =>
      `nothing listens at the address that this line connects to. Start the service, or correct host and port: ${text.trim()}`,
  },
  {
    says: /^(?:urllib\.error\.URLError: <urlopen error \[Errno -[235]\]|socket\.gaierror: \[Errno -[235]\])/,
    tells: () =>
      "the name of the host cannot be resolved: it is misspelt, or there is no network connection.",
  },
  {
    says: /^zoneinfo\._common\.ZoneInfoNotFoundError: '?"?No time zone found with key ([\w./+-]{1,60})/,
    tells: ({ found: [, name] }) =>
      `there is no time zone ${name}. Names look like Europe/Berlin; /usr/share/zoneinfo has them all.`,
  },
  {
    says: /^ValueError: Unknown level: '(.{1,40})'$/,
    tells: ({ found: [, level] }) =>
      `there is no log level ${level}: they are DEBUG, INFO, WARNING, ERROR and CRITICAL.`,
  },
  {
    says: /^ValueError: unknown url type: '(.{1,200})'$/,
    tells: ({ found: [, url] }) => `the address lacks its scheme: https://${url}`,
  },
  {
    says: /^TypeError: File must be opened in binary mode/,
    tells: () => `tomllib reads bytes: open the file with "rb".`,
  },
  {
    says: /^subprocess\.CalledProcessError: Command '(.{1,200})' returned non-zero exit status (\d{1,3})/,
    tells: ({ found: [, command, status] }) =>
      `the program that this line starts failed (${command}, exit status ${status}). Run it by itself to see why.`,
  },
  {
    says: /^ValueError: a coroutine was expected, got <function (\w{1,60})/,
    tells: ({ found: [, name] }) => `asyncio.run needs a call: asyncio.run(${name}()).`,
  },
  {
    says: /^KeyError: (['"]?)(.{1,80})\1$/,
    tells: keyError,
  },
  {
    says: /^NameError: name '(\w{1,60})' is not defined$/,
    tells: ({ found: [, name] }) =>
      `${name} is not defined: it is misspelt, set later or in another function, or not imported.`,
  },
  {
    says: /^ImportError: cannot import name '(\w{1,60})' from '([\w.]{1,80})'/,
    tells: ({ found: [, name, module] }) =>
      `${module} has no ${name}: it is misspelt, was removed or moved in this version, or is defined elsewhere.`,
  },
  {
    says: /^IndexError: Replacement index \d{1,3} out of range for positional args tuple/,
    tells: () => "the text has more {} than format(…) is given values.",
  },
  {
    says: /^ValueError: (?:day is out of range for month|month must be in 1\.\.12|hour must be in 0\.\.23)/,
    tells: ({ text }) => `there is no such date or time. The line is: ${text.trim()}`,
  },
  {
    says: /^(?:re\.error|re\.PatternError|sre_constants\.error): (.{1,120}) at position (\d{1,6})/,
    tells: ({ found: [, said, position] }) =>
      `the regular expression is not valid: ${said}, at position ${position}. Special characters need a backslash; re.escape(…) adds them.`,
  },
  {
    says: /^RuntimeError: (dictionary|Set|deque) .{1,40} during iteration/i,
    tells: () => "it is changed while a loop goes over it. Loop over a copy: for x in list(…).",
  },
  {
    says: /^ValueError: math domain error|^ValueError: expected a (?:nonnegative|positive) input/,
    tells: () =>
      "the function is not defined for this number, such as the root or logarithm of a negative one.",
  },
  {
    says: /^FileExistsError: \[Errno 17\] File exists: '(.{1,200})'$/,
    tells: ({ found: [, path] }) =>
      `${path} exists already. os.makedirs(…, exist_ok=True) accepts that; for a file, choose another name.`,
  },
  {
    says: /^OSError: \[Errno 39\] Directory not empty: '(.{1,200})'/,
    tells: ({ found: [, path] }) =>
      `${path} still has files in it. Empty it first; shutil.rmtree(…) deletes it with all its files.`,
  },
  {
    says: /^zipfile\.BadZipFile: File is not a zip file/,
    tells: () =>
      "the file is not a zip archive, or only a part of one: look at it with the command file.",
  },
  {
    says: /^EOFError: (Ran out of input|EOF when reading a line)/,
    tells: async (facts) =>
      facts.found[1] === "Ran out of input"
        ? `the file ends too early for pickle${await emptyInput(facts)}.`
        : "input() got no line: nothing is on standard input.",
  },
];

/** Which file of those that the program names is empty, as the end of a clause. */
async function emptyInput({ source, ask }: Facts): Promise<string> {
  const names = literals(source);
  if (names.length === 0) return "";
  const found = await ask.ask("find", ...names, "-maxdepth", "0", "-type", "f", "-size", "0");
  const empty = names.filter((name) => (found ?? "").split("\n").includes(name));
  return empty.length === 1 ? `: the file ${empty[0]} is empty` : "";
}

const MAX_NAMES = 8;

/** File names in the text of the program. */
function literals({ lines }: SourceText): readonly string[] {
  const found = lines.flatMap((line) =>
    [...line.matchAll(/["']([\w][\w./-]{0,100}\.[A-Za-z]{1,6})["']/g)].map(([, name = ""]) => name),
  );
  return [...new Set(found)].slice(0, MAX_NAMES);
}

async function encoding(facts: Facts): Promise<string> {
  const [, byte = "", position] = facts.found;
  const listed = literals(facts.source);
  const names = listed.length === 0 ? [] : await facts.ask.existing(...listed);
  const file = names.length === 1 ? names[0] : "the file";
  if (position === "0" && /^0x(?:ff|fe)$/.test(byte)) {
    return `${file} is UTF-16, not UTF-8: open(…, encoding="utf-16").`;
  }
  if (position === "0" && /^0x(?:89|1f|d0|ca)$/.test(byte)) {
    return `${file} is not text but a binary file (an image or archive, perhaps): open(…, "rb").`;
  }
  return `${file} is not UTF-8 (byte ${byte}); it is probably Latin-1, as older Windows programs write it. Open it with open(…, encoding="latin-1") (or "cp1252"), or convert it: iconv -f WINDOWS-1252 -t UTF-8.`;
}

async function keyError(facts: Facts): Promise<string | null> {
  const { text, source } = facts;
  const [, quote, key = ""] = facts.found;
  if (/\benviron\b/.test(text)) return null;
  if (text.includes(".format("))
    return `the text has {${key}}, but format(…) is not given ${key}=….`;
  const isText = quote !== "";
  const other = isText ? key : `"${key}"`;
  const has = source.lines.some((line) => line.includes(`"${key}":`) || line.includes(`'${key}':`));
  if (!isText && /^\d+$/.test(key) && has) {
    return `there is no key ${key}, but there is the text ${other}: JSON keys are text, so use str(…).`;
  }
  const table = literals(source).filter((name) => name.endsWith(".csv"))[0];
  const start = table === undefined ? null : await facts.ask.ask("head", "-c", "3", table);
  if (start?.startsWith("\ufeff") && isText) {
    return `${table} starts with a byte order mark, which becomes part of the first name: open(…, encoding="utf-8-sig").`;
  }
  const said = isText ? `"${key}"` : key;
  return `there is no key ${said} in it. Look at the keys there are (print(….keys())), or use .get(${said}).`;
}
