/** What Python 3 calls the modules, names and methods of Python 2 and of other languages. */

import { replaceWord } from "../edit-command.ts";
import { entryOf } from "../entry-of.ts";
import { corrected, type Rule, rule } from "../rule.ts";
import { LANGUAGES } from "../source/languages.ts";
import { lineSlip } from "../source/line-slips.ts";
import { slips } from "../source/slips.ts";
import { withLine, withLineBefore } from "../source/source-text.ts";
import { missingModule } from "./missing-module.ts";
import { pythonCall } from "./python-call.ts";
import { fault } from "./traceback.ts";

/** Modules that moved whole: `import new as old` keeps every use. */
const MODULES: Readonly<Record<string, string>> = {
  Queue: "queue",
  ConfigParser: "configparser",
  StringIO: "io",
  cStringIO: "io",
  urllib2: "urllib.request",
  urlparse: "urllib.parse",
  Tkinter: "tkinter",
  tkMessageBox: "tkinter.messagebox",
  cPickle: "pickle",
  httplib: "http.client",
  HTMLParser: "html.parser",
  SocketServer: "socketserver",
  BaseHTTPServer: "http.server",
  SimpleHTTPServer: "http.server",
  cookielib: "http.cookiejar",
  Cookie: "http.cookies",
  thread: "_thread",
  __builtin__: "builtins",
};
/** Abstract classes that left `collections`. */
const ABSTRACT =
  /^(?:Mapping|MutableMapping|Sequence|MutableSequence|Iterable|Iterator|Callable|Set|MutableSet|Hashable|Sized|Generator)$/;
/** What people write for it, by type. */
const METHODS: Readonly<Record<string, string>> = {
  "dict.iteritems": "items",
  "dict.itervalues": "values",
  "dict.iterkeys": "keys",
  "dict.viewitems": "items",
  "list.push": "append",
  "list.add": "append",
  "list.push_back": "append",
  "list.concat": "extend",
  "set.append": "add",
  "set.push": "add",
  "str.trim": "strip",
  "str.toUpperCase": "upper",
  "str.toLowerCase": "lower",
  "str.upcase": "upper",
  "str.downcase": "lower",
  "str.startsWith": "startswith",
  "str.endsWith": "endswith",
  "str.replaceAll": "replace",
  "str.indexOf": "find",
  "str.isNumeric": "isnumeric",
  "time.clock": "perf_counter",
  "string.letters": "ascii_letters",
  "string.lowercase": "ascii_lowercase",
  "string.uppercase": "ascii_uppercase",
  "os.getcwdu": "getcwd",
  "math.squareroot": "sqrt",
  "math.power": "pow",
};
/** Names of the library that a program forgets to import. */
const NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  [
    "pathlib Path PurePath",
    "collections defaultdict Counter OrderedDict deque namedtuple ChainMap",
    "datetime datetime timedelta date timezone",
    "dataclasses dataclass field asdict",
    "typing Optional List Dict Any Union Tuple Callable Iterable Iterator TypedDict NamedTuple Literal Protocol TypeVar",
    "enum Enum IntEnum auto",
    "functools partial reduce wraps lru_cache cached_property cache",
    "itertools chain product combinations permutations groupby islice zip_longest accumulate count cycle",
    "decimal Decimal",
    "fractions Fraction",
    "abc ABC abstractmethod",
    "contextlib contextmanager suppress",
    "time sleep perf_counter",
    "random randint choice shuffle",
    "math sqrt ceil floor pi",
    "pprint pprint",
    "io StringIO BytesIO",
    "uuid uuid4",
    "threading Thread Lock",
    "concurrent.futures ThreadPoolExecutor ProcessPoolExecutor",
    "argparse ArgumentParser Namespace",
    "string Template ascii_letters",
    "copy deepcopy",
    "textwrap dedent",
    "zoneinfo ZoneInfo",
    "types SimpleNamespace",
    "importlib reload",
    "urllib.request urlopen",
    "http HTTPStatus",
    "statistics mean median stdev",
    "subprocess check_output",
    "tempfile TemporaryDirectory NamedTemporaryFile",
  ].flatMap((line) => {
    const [module = "", ...names] = line.split(" ");
    return names.map((name) => [name, `from ${module} import ${name}`]);
  }),
);
const ALIASES: Readonly<Record<string, string>> = {
  np: "import numpy as np",
  pd: "import pandas as pd",
  plt: "import matplotlib.pyplot as plt",
  sns: "import seaborn as sns",
  tf: "import tensorflow as tf",
};

export function isFormerModule(name: string): boolean {
  return entryOf(MODULES, name) !== undefined || /^pip[23]$/.test(name);
}

export const pythonFormer: readonly Rule[] = [
  lineSlip({
    name: "python-former-module",
    title: "Python 2 module",
    sees(view) {
      const at = fault(
        view,
        /^(?:ModuleNotFoundError|ImportError): No module named '?(\w{1,40})'?/,
      );
      const now = entryOf(MODULES, at?.found[1] ?? "");
      return at === null || now === undefined ? null : { ...at, name: at.found[1] ?? "", now };
    },
    mend({ path, lines }, { line, name, now }) {
      const text = lines[line - 1] ?? "";
      const changed = text
        .replace(new RegExp(`^(\\s*)from ${name} import `), `$1from ${now} import `)
        .replace(
          new RegExp(`^(\\s*)import ${name}(?: as (\\w+))?\\s*$`),
          (_whole, indent, alias) => {
            return `${indent}import ${now} as ${alias ?? name}`;
          },
        );
      return {
        ...(changed === text ? {} : { lines: withLine(lines, line, changed) }),
        because: `${name} is a module of Python 2; Python 3 calls it ${now} (line ${line} of ${path}).`,
      };
    },
  }),
  rule({
    name: "python-former-server",
    title: "Python 2 module on the command line",
    sees(view) {
      const call = pythonCall(view);
      const missing = missingModule(view);
      const at = call?.operands.findIndex(({ value }) => value === "-m") ?? -1;
      const word = at === -1 ? undefined : call?.operands[at + 1];
      const now =
        word?.value === "pip3" || word?.value === "pip2"
          ? "pip"
          : entryOf(MODULES, word?.value ?? "");
      const isSame = missing !== null && missing.module === word?.value;
      return word === undefined || now === undefined || !isSame ? null : { word, now };
    },
    repair: ({ word, now }, view) =>
      corrected(
        replaceWord(view, word, now),
        `There is no module ${word.value} in Python 3; it is called ${now}.`,
      ),
  }),
  lineSlip({
    name: "python-collections",
    title: "An abstract class is no longer in collections",
    sees: (view) => fault(view, /^ImportError: cannot import name '(\w{1,40})' from 'collections'/),
    mend({ path, lines }, { line, found: [, name = ""] }) {
      const text = lines[line - 1] ?? "";
      const names = /^\s*from collections import (.+)$/.exec(text)?.[1]?.split(/,\s*/) ?? [];
      if (!ABSTRACT.test(name) || names.length === 0) return null;
      const because = `Line ${line} of ${path}: since Python 3.10, ${name} is in collections.abc.`;
      if (!names.every((one) => ABSTRACT.test(one.trim()))) return { because };
      return {
        lines: withLine(lines, line, text.replace("collections", "collections.abc")),
        because,
      };
    },
  }),
  slips({
    name: "python-method",
    kind: "Python method",
    language: LANGUAGES.python,
    finds(view) {
      const at = fault(
        view,
        /^AttributeError: (?:'(\w{1,20})' object|module '(\w{1,20})') has no attribute '(\w{1,40})'/,
      );
      const [, type, module, typed = ""] = at?.found ?? [];
      const known = entryOf(METHODS, `${type ?? module}.${typed}`);
      return at === null || known === undefined
        ? []
        : [{ path: at.path, line: at.line, typed, known, isMember: true }];
    },
    near: () => null,
  }),
  lineSlip({
    name: "python-datetime",
    title: "The module datetime is taken for the class, or the class for the module",
    sees: (view) =>
      fault(
        view,
        /^AttributeError: (?:module 'datetime' has no attribute '(now|today|strptime|fromisoformat|utcnow|fromtimestamp)'|type object 'datetime\.datetime' has no attribute '(datetime|timedelta|date|timezone)')/,
      ),
    mend({ path, lines }, { line, found: [, ofClass, ofModule] }) {
      const text = lines[line - 1] ?? "";
      if (ofModule !== undefined && ofModule !== "datetime") {
        return {
          because: `Line ${line} of ${path}: datetime is the class here. Import ${ofModule} beside it: from datetime import datetime, ${ofModule}.`,
        };
      }
      const now =
        ofClass === undefined
          ? text.replaceAll(/\bdatetime\.datetime\b/g, "datetime")
          : text.replaceAll(
              new RegExp(`\\bdatetime\\.${ofClass}\\b`, "g"),
              `datetime.datetime.${ofClass}`,
            );
      const because =
        ofClass === undefined
          ? `Line ${line} of ${path}: datetime is already the class, because of from datetime import datetime.`
          : `Line ${line} of ${path}: ${ofClass} is a method of the class datetime.datetime, not of the module.`;
      return now === text ? null : { lines: withLine(lines, line, now), because };
    },
  }),
  lineSlip({
    name: "python-library-name",
    title: "A name of Python's library is not imported",
    sees(view) {
      const at = fault(view, /^NameError: name '(\w{1,40})' is not defined/);
      const name = at?.found[1] ?? "";
      const added = entryOf(NAMES, name) ?? entryOf(ALIASES, name);
      return at === null || added === undefined ? null : { ...at, name, added };
    },
    mend({ path, lines }, { name, added }) {
      const sets = new RegExp(`^\\s*(?:(?:def|class) ${name}\\b|${name}\\s*=(?!=))`);
      const isSet = lines.some((text) => sets.test(text));
      if (isSet) return null;
      const module = /^from (\S+) /.exec(added)?.[1];
      const same = lines.findIndex(
        (text) =>
          module !== undefined && text.startsWith(`from ${module} import `) && !text.includes("("),
      );
      const because = `${path} uses ${name} but does not import it: ${added}.`;
      if (same !== -1)
        return { lines: withLine(lines, same + 1, `${lines[same]}, ${name}`), because };
      const first = lines.findIndex(
        (text) => /^(?:import|from) /.test(text) && !text.includes("__future__"),
      );
      const top = first === -1 ? (lines[0]?.startsWith("#!") ? 1 : 0) : first;
      return { lines: withLineBefore(lines, top + 1, added), because };
    },
  }),
];
