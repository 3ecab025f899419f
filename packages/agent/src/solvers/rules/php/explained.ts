/** PHP programs that fail for a reason that needs their author. */
import { named } from "../named.ts";
import type { Rule } from "../rule.ts";
import { explained, reportedBy } from "../source/explained.ts";
import { lineSlip } from "../source/line-slips.ts";
import { withLine } from "../source/source-text.ts";
import { firstMatch } from "../view.ts";

const EXTENSIONS: readonly (readonly [RegExp, string])[] = [
  [/^mb_/, "mbstring"],
  [/^curl_/, "curl"],
  [/^(?:simplexml_|xml_|dom_|utf8_)/, "xml"],
  [/^mysqli_/, "mysqli"],
  [/^pg_/, "pgsql"],
  [/^image|^gd_/, "gd"],
  [/^(?:bc)(?:add|sub|mul|div|mod|pow|comp)$/, "bcmath"],
  [/^intl|^collator_|^numfmt_/, "intl"],
  [/^zip_/, "zip"],
];

export const phpExplained: readonly Rule[] = [
  lineSlip({
    name: "php-elseif",
    title: "elif in PHP",
    sees(view) {
      const found = firstMatch(
        view,
        /^(?:PHP )?Parse error:\s+syntax error, .{1,200} in (\S{1,250}) on line (\d{1,7})$/,
      );
      return found === null ? null : { path: found[1] ?? "", line: Number(found[2]) };
    },
    mend({ path, lines }) {
      const found = lines.flatMap((text, at) =>
        /\}\s*(?:elif|elsif)\b/.test(text) ? [{ text, line: at + 1 }] : [],
      );
      const [first] = found;
      if (first === undefined || found.length !== 1) return null;
      const now = first.text.replace(/(\}\s*)(?:elif|elsif)\b/, "$1elseif");
      return {
        lines: withLine(lines, first.line, now),
        because: `Line ${first.line} of ${path}: PHP writes elseif.`,
      };
    },
  }),
  lineSlip({
    name: "php-dollar",
    title: "A PHP variable has no dollar sign",
    sees(view) {
      const found = firstMatch(
        view,
        /^(?:PHP )?Parse error:\s+syntax error, unexpected token "=" in (\S{1,250}) on line (\d{1,7})$/,
      );
      return found === null ? null : { path: found[1] ?? "", line: Number(found[2]) };
    },
    mend({ path, lines }, { line }) {
      const [, name] = /^\s*([A-Za-z_]\w{0,60})\s*=[^=>]/.exec(lines[line - 1] ?? "") ?? [];
      return name === undefined
        ? null
        : {
            because: `Line ${line} of ${path}: a variable starts with a dollar sign: $${name}. Other uses of it need one too.`,
          };
    },
  }),
  named({
    name: "php-composer",
    title: "The packages of a PHP program are not installed",
    isAbout: () => true,
    cases: [
      {
        says: /Failed to open stream: No such file or directory in \S{1,250} on line \d{1,7}$|Failed opening required '[^'\n]{0,200}vendor\/autoload\.php'/i,
        tells: (said) =>
          /vendor\/autoload\.php/.test(said.input)
            ? "vendor/autoload.php is missing: the packages of composer.json are not installed. Run composer install."
            : null,
      },
    ],
  }),
  explained({
    name: "php-explained",
    title: "PHP refuses a line that only its author can correct",
    reads: reportedBy(
      /^(?:PHP )?(?:Fatal|Parse) error:\s+(?:Uncaught )?(?<message>.{1,400}) in (?<path>\/?[^\s:]{1,250}\.\w{2,5})(?::| on line )(?<line>\d{1,7})$/,
    ),
    causes: [
      [
        /^Error: Call to undefined function (\w{1,80})\(\)/,
        ([, name = ""]) => {
          const extension = EXTENSIONS.find(([fits]) => fits.test(name))?.[1];
          return extension === undefined
            ? `there is no function ${name}(): it is misspelt, or the file that defines it is not loaded.`
            : `${name}() belongs to the extension ${extension}, which is not installed: sudo apt install php-${extension}.`;
        },
      ],
      [
        /^Error: Call to a member function (\w{1,80})\(\) on (\w{1,20})/,
        ([, name, type]) =>
          `${name}() is called on ${type}: the value before -> is not an object. Check what sets it, or use ?->.`,
      ],
      [
        /^Error: Call to undefined method ([\w\\]{1,80})::(\w{1,80})\(\)/,
        ([, type, name]) => `${type} has no method ${name}: it is misspelt or not defined.`,
      ],
      [
        /^Error: Class "([\w\\]{1,120})" not found/,
        ([, name]) =>
          `the class ${name} is not loaded: it is misspelt, its file is not required, or a use line or composer dump-autoload is missing.`,
      ],
      [
        /^Error: Undefined constant "(\w{1,80})"/,
        ([, name]) => `${name} is no constant: a variable needs $${name}, a text needs quotes.`,
      ],
      [
        /^ArgumentCountError: Too few arguments to function (\S{1,80}), (\d{1,3}) passed in \S{1,250} on line (\d{1,7}) and (?:exactly|at least) (\d{1,3}) expected/,
        ([, name, given, line, wanted]) =>
          `${name} takes ${wanted} arguments, and the call in line ${line} gives ${given}.`,
      ],
      [
        /^TypeError: (\S{1,80}): Argument #(\d{1,2}) \((\$\w{1,60})\) must be of type (.{1,60}), (.{1,40}) given/,
        ([, call, number, name, wants, has]) =>
          `argument ${number} (${name}) of ${call} must be ${wants}, but ${has} is given. Convert it, or correct the call.`,
      ],
      [
        /^TypeError: Unsupported operand types: (.{1,60})/,
        ([, types]) => `${types} does not work. Text is joined with a dot, not with +.`,
      ],
      [/^DivisionByZeroError/, () => "a division by zero. Check the divisor first."],
      [
        /^Cannot redeclare (\S{1,80}) \(previously declared in (\S{1,250}):(\d{1,7})\)/,
        ([, name, , line]) =>
          `${name} is defined twice, first in line ${line}. Rename one, or load the file with require_once.`,
      ],
      [
        /^Error: Using \$this when not in object context/,
        () =>
          "$this is used in a static function. Remove static, or use self:: and static properties.",
      ],
      [
        /^syntax error, unexpected end of file/,
        () => "something is never closed: a quote, a bracket or a brace in the lines above.",
      ],
      [
        /^syntax error, unexpected (?:token )?"?(.{1,40}?)"?(?:, expecting "?(.{1,20}?)"?)?$/,
        ([, token, wanted]) =>
          `PHP did not expect ${token} here${wanted === undefined ? "" : ` but ${wanted}`}: look here and in the line above for a missing semicolon, bracket, quote or $.`,
      ],
      [/^JsonException: (.{1,80})/, ([, said]) => `the JSON that is read is not valid (${said}).`],
    ],
  }),
];
