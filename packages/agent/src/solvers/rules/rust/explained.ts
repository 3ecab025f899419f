/**
 * Faults that rustc reports and that have no certain correction: what is wrong at which line, and
 * what the author may do. The facts are those that rustc prints.
 */
import { type Answer, advice, rule } from "../rule.ts";
import { errorsIn, labelOf, type Report, shownIn } from "./report.ts";

interface Explained {
  /** The number of the error, or its message. */
  readonly of: string | RegExp;
  readonly tells: (report: Report, said: RegExpExecArray | null) => string | null;
}

const BEHIND = /`([^`]{1,60})`/;
/** Names in rustc's quotes, as plain text. */
const bare = (text: string): string => text.replaceAll("`", "");

/** The lines that rustc marks with a label, such as "first mutable borrow occurs here". */
function lineOf({ blocks: [main] }: Report, label: RegExp): number | null {
  const shown = main === undefined ? [] : shownIn(main);
  return shown.find(({ under }) => under.some((one) => label.test(one)))?.line ?? null;
}

function borrowed(report: Report): string {
  const name = BEHIND.exec(report.message)?.[1] ?? "a value";
  const first = lineOf(
    report,
    /(?:first (?:mutable |immutable )?|(?<!second )(?:mutable|immutable) )borrow occurs here|(?<!\w)borrow of .{1,60} occurs here|is borrowed here/,
  );
  const later = lineOf(report, /(?:borrow |borrow)later used here/);
  const from = first === null || first === report.line ? "above" : `in line ${first}`;
  const until = later === null ? "" : ` and used again in line ${later}`;
  return `${name} is borrowed ${from}${until}, so it cannot be changed or borrowed again in between. Use the first borrow before this line, shorten its scope, or copy what it refers to (clone).`;
}

const EXPLAINED: readonly Explained[] = [
  {
    of: "E0004",
    tells({ message }) {
      const missing = /non-exhaustive patterns: (.{1,200}) not covered/.exec(message)?.[1];
      return missing === undefined
        ? null
        : `the match does not cover ${bare(missing)}. Add an arm for it, or _ => … for everything else.`;
    },
  },
  {
    of: "E0277",
    tells: (report) => traitNeeded(report),
  },
  {
    of: "E0599",
    tells(report) {
      const [, item, type] =
        /^no method named `(\w{1,60})` found for (?:struct|enum|union) `(\w{1,60})`/.exec(
          report.message,
        ) ?? [];
      const trait = remarksText(report).match(/candidate #1: `(\w{1,60})`/)?.[1];
      if (item === undefined || type === undefined || trait === undefined) return null;
      return DERIVED.includes(trait)
        ? `${type} has no ${item}, because it does not implement ${trait}. Write #[derive(${trait})] above ${type}.`
        : `${type} has no ${item}: it does not implement the trait ${trait} that provides it.`;
    },
  },
  {
    of: "E0308",
    tells(report) {
      const label = labelOf(report);
      const [, wants, has] =
        /^expected (?:struct |enum |integer )?`?([^`]{1,100}?)`?, found (?:struct |enum )?`?([^`]{1,100})`?$/.exec(
          label,
        ) ?? [];
      return wants === undefined || has === undefined ? null : mismatch(wants, has);
    },
  },
  { of: /^E0(?:499|502|505|506)$/, tells: borrowed },
  {
    of: "E0597",
    tells(report) {
      const name = BEHIND.exec(report.message)?.[1];
      const dropped = lineOf(report, /dropped here while still borrowed/);
      return name === undefined
        ? null
        : `${name} ends ${dropped === null ? "too early" : `in line ${dropped}`} while it is still borrowed. Declare ${name} before the scope that uses the reference, or store the value instead of a reference.`;
    },
  },
  {
    of: "E0382",
    tells(report) {
      const name = BEHIND.exec(report.message)?.[1];
      const moved = lineOf(report, /moved|move occurs due/);
      return name === undefined
        ? null
        : `${name} was moved${moved === null || moved === report.line ? "" : ` in line ${moved}`} and is used again here. Pass a reference (&${name}) there, or a clone (${name}.clone()).`;
    },
  },
  {
    of: "E0507",
    tells: ({ message }) =>
      `${bare(message).replace(/^cannot move out of /, "")} is only borrowed, so its value cannot be moved out. Use a reference (&), clone(), or take() of an Option.`,
  },
  {
    of: "E0515",
    tells: ({ message }) =>
      `the function would ${bare(message).replace(/^cannot /, "")}, which ends with the function. Return an owned value, such as a String or Vec, instead of a reference.`,
  },
  {
    of: /^E0(?:594|596)$/,
    tells({ message }) {
      const name = BEHIND.exec(message)?.[1]?.replace(/^\*/, "");
      return name === undefined
        ? null
        : `${name} is not mutable: it needs let mut, &mut, or &mut self where it is declared, and &mut where it is passed.`;
    },
  },
  {
    of: "E0061",
    tells: ({ message }) =>
      `${bare(message).replace(/^this /, "the called ")}. Compare the call with the definition.`,
  },
  {
    of: "E0063",
    tells({ message }) {
      const [, fields, type] =
        /^missing fields? (.{1,200}) in initializer of (.{1,80})$/.exec(message) ?? [];
      return fields === undefined
        ? null
        : `${bare(type ?? "")} is created without ${bare(fields)}. Give it a value, or add ..Default::default() if ${bare(type ?? "")} implements Default.`;
    },
  },
  {
    of: "E0046",
    tells({ message }) {
      const items = /missing: (.{1,200})$/.exec(message)?.[1];
      return items === undefined
        ? null
        : `the impl lacks ${bare(items)}, which the trait demands. Write it in this impl block.`;
    },
  },
  {
    of: "E0603",
    tells({ message, blocks }) {
      const [, kind, name] = /^(.{1,40}) `(\w{1,60})` is private$/.exec(message) ?? [];
      const note = blocks.find(({ title }) => title.includes("is defined here"));
      const [, path, line] =
        /-->\s+([^\s:]{1,250}):(\d{1,7})/.exec(note?.lines.join("\n") ?? "") ?? [];
      const where = path === undefined ? "" : ` in line ${line} of ${path}`;
      return name === undefined
        ? null
        : `the ${kind} ${name} is private. Write pub before it${where} to use it here.`;
    },
  },
  {
    of: "E0616",
    tells({ message }) {
      const [, field, type] =
        /^field `(\w{1,60})` of struct `(.{1,80})` is private$/.exec(message) ?? [];
      return field === undefined
        ? null
        : `the field ${field} of ${type} is private. Write pub before it in the struct, or add a method that returns it.`;
    },
  },
  {
    of: "E0728",
    tells(report) {
      const line = lineOf(report, /this is not `async`/);
      return `await works only in an async function. Make the function${line === null ? "" : ` of line ${line}`} async fn (main needs a runtime for that, such as #[tokio::main]).`;
    },
  },
  {
    of: "E0765",
    tells: () => `the string that starts here has no closing quote (").`,
  },
  {
    of: "E0070",
    tells: () =>
      "a value is assigned to something that is no variable, such as a constant or a call.",
  },
  {
    of: /^E028[234]$/,
    tells: () =>
      "rustc cannot tell the type. Write it: let name: TYPE = …, collect::<Vec<_>>() or parse::<i32>().",
  },
  {
    of: "E0106",
    tells: () =>
      "a reference that is stored or returned needs a lifetime: write <'a> after the name and &'a in the types, or use an owned type such as String.",
  },
  {
    of: "E0369",
    tells({ message }) {
      const [, operator, type] =
        /`(.{1,4})` cannot be applied to type `(.{1,80})`/.exec(message) ?? [];
      const trait = operator === "==" || operator === "!=" ? "PartialEq" : "PartialOrd";
      if (operator === undefined || !/^[=!<>]/.test(operator)) return null;
      return `${type} has no ${operator}. Write #[derive(${trait})] above it, or implement ${trait}.`;
    },
  },
  {
    of: "E0624",
    tells: ({ message }) => `${bare(message)}. Write pub before its fn to use it here.`,
  },
  {
    of: "E0005",
    tells: () =>
      "this pattern does not fit every value. Use if let … { }, let … else { return; }; or match.",
  },
  {
    of: "E0752",
    tells: () =>
      "main cannot be async by itself: it needs a runtime, such as #[tokio::main] above it with the crate tokio.",
  },
  {
    of: "E0580",
    tells: () => "main takes no parameters: the arguments are in std::env::args().",
  },
  {
    of: /^literal out of range for `(\w{1,10})`/,
    tells: (_report, said) => `the number does not fit into ${said?.[1]}. Use a larger type.`,
  },
  {
    of: "E0782",
    tells: () =>
      "a trait is used as a type. Write impl TRAIT, or Box<dyn TRAIT> for several types.",
  },
  {
    of: /^cannot find (?:value|function|macro|type|struct, variant or union type|trait) `(\w{1,60})` in this scope$/,
    tells({ blocks: [main], line }, said) {
      const name = said?.[1] ?? "";
      const shown = main === undefined ? [] : shownIn(main);
      const text = shown.find((one) => one.line === line)?.text ?? "";
      return new RegExp(`^\\s*${name} = `).test(text)
        ? `${name} is not declared. A new variable starts with let: let ${name} = …`
        : `there is no ${name} here. It is misspelt, not declared in this scope, or not imported (use).`;
    },
  },
  {
    of: /^unused `Result` that must be used/,
    tells: () =>
      "the Result of this call is ignored, so an error would be lost. Handle it with ?, match or if let; let _ = … ignores it on purpose.",
  },
  {
    of: /^unused import(?:s)?: (.{1,200})$/,
    tells: (_report, said) =>
      `${bare(said?.[1] ?? "")} is imported, but nothing uses it. Remove the import; warnings are errors here.`,
  },
  {
    of: /^unused variable: `(\w{1,60})`/,
    tells: (_report, said) =>
      `the variable ${said?.[1]} is never used. Use it, remove it, or call it _${said?.[1]} on purpose; warnings are errors here.`,
  },
  {
    of: /^(.{1,40}) `(\w{1,60})` is never (used|read|constructed)/,
    tells: (_report, said) =>
      `the ${said?.[1]} ${said?.[2]} is never ${said?.[3]}. Use or remove it; warnings are errors here.`,
  },
  {
    of: /^(\d{1,3}) positional arguments? in format string, but (?:there (?:is|are) (.{1,40})|no arguments were given)/,
    tells: (_report, said) =>
      `the text has ${said?.[1]} {} but ${said?.[2] ?? "no arguments"} after it. Add the missing value, or remove a {}.`,
  },
  {
    of: /^this file contains an unclosed delimiter$/,
    tells(report) {
      const open =
        lineOf(report, /this delimiter might not be properly closed/) ??
        lineOf(report, /unclosed delimiter/);
      return `a closing bracket is missing${open === null ? "" : `: the one opened in line ${open} is not closed`}.`;
    },
  },
  {
    of: /^unexpected closing delimiter: `(.)`/,
    tells: (_report, said) => `there is one ${said?.[1]} too many: nothing opens it.`,
  },
  {
    of: /^mismatched closing delimiter: `(.)`/,
    tells: () => "a bracket that is opened in this line is not closed.",
  },
];

const DERIVED = [
  "Clone",
  "Copy",
  "Debug",
  "Default",
  "PartialEq",
  "Eq",
  "PartialOrd",
  "Ord",
  "Hash",
];

function remarksText({ blocks }: Report): string {
  return blocks.flatMap(({ lines }) => lines).join("\n");
}

function mismatch(wants: string, has: string): string {
  const said = `${wants} is expected here, but the value is ${has}.`;
  const isNumber = (type: string) =>
    /^(?:[iu](?:8|16|32|64|128|size)|f32|f64|integer|floating-point number)$/.test(type);
  if (/^Option</.test(has) || has === "Option") {
    return `${said} Take the value out with match, if let, ? or unwrap_or(…).`;
  }
  if (/^Result</.test(has) || has === "Result") {
    return `${said} Handle the error with ?, match or unwrap_or(…).`;
  }
  if (has === "()")
    return `${said} The last expression must have no semicolon, or return is missing.`;
  if (isNumber(wants) && isNumber(has)) {
    return `${said} Convert one of the two: TYPE::from(x) where nothing can be lost, TYPE::try_from(x) where it may not fit.`;
  }
  return wants.startsWith("&") !== has.startsWith("&")
    ? `${said} One of the two is a reference: an & or * may be missing, or as_str() for a String.`
    : said;
}

function traitNeeded(report: Report): string | null {
  const { message } = report;
  const [, display] = /^`(.{1,80})` doesn't implement `(?:std::fmt::)?Display`/.exec(message) ?? [];
  if (display !== undefined) {
    return `${display} cannot be printed with {}. Use {:?} with #[derive(Debug)] on ${display}, or implement std::fmt::Display for it.`;
  }
  if (message.startsWith("the `?` operator can only be used in")) {
    return "? is used in a function that returns no Result. For main: fn main() -> Result<(), Box<dyn std::error::Error>>, with Ok(()) at its end.";
  }
  const [, indexed, by] =
    /^the type `(.{1,80})` cannot be indexed by `(.{1,40})`/.exec(message) ?? [];
  if (indexed === "String" || indexed === "str") {
    return "a String cannot be indexed by a number. Use .chars().nth(i) for a character, or a range for a part of it.";
  }
  if (indexed !== undefined) return `an index must be usize, not ${by}. Write [i as usize].`;
  const [, verb, left, right] =
    /^cannot (add|subtract|multiply|divide|compare) `(.{1,60})` (?:to|by|from|with) `(.{1,60})`/.exec(
      message,
    ) ?? [];
  if (verb !== undefined) {
    return `${left} and ${right} are different types, and Rust converts none by itself. Convert one of them, as in x as f64 or i64::from(x).`;
  }
  const [, type, trait] =
    /^the trait bound `(.{1,80}): (.{1,80})` is not satisfied/.exec(message) ?? [];
  if (type === undefined || trait === undefined) return null;
  if (trait === "Ord" && /float|f32|f64/.test(type)) {
    return "floats have no total order (NaN), so sort() and max() refuse them: sort_by(|a, b| a.total_cmp(b)).";
  }
  return DERIVED.includes(trait) && /^[A-Z]\w*$/.test(type)
    ? `${type} does not implement ${trait}. Write #[derive(${trait})] above its definition.`
    : `${type} does not implement ${trait}, which this call needs.`;
}

export const rustExplained = rule({
  name: "rust-explained",
  title: "rustc refuses a line that only its author can correct",
  sees(view) {
    for (const report of errorsIn(view)) {
      if (report.path.startsWith("/rustc/")) continue;
      for (const { of, tells } of EXPLAINED) {
        const said =
          typeof of === "string" ? null : (of.exec(report.code) ?? of.exec(report.message));
        const isOf = typeof of === "string" ? of === report.code : said !== null;
        const text = isOf ? tells(report, said) : null;
        if (text !== null) return { report, text };
      }
    }
    return null;
  },
  repair: ({ report, text }): Answer => advice(`Line ${report.line} of ${report.path}: ${text}`),
});
