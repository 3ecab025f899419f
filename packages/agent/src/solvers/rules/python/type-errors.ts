/** Exceptions of Python about the type of a value, and about names that it does not have. */
import type { Explained } from "./explanation.ts";
import { markedText } from "./traceback.ts";

export const TYPE_ERRORS: readonly Explained[] = [
  {
    says: /^AttributeError: 'NoneType' object has no attribute '(\w{1,60})'$/,
    tells({ text, found: [, name = ""], source }) {
      const [, owner = ""] = new RegExp(`([A-Za-z_]\\w{0,60})\\.${name}\\b`).exec(text) ?? [];
      const isMatch = source.lines.some((line) =>
        new RegExp(`\\b${owner}\\s*=.*\\b(?:match|search|fullmatch|find)\\(`).test(line),
      );
      return owner === "" || owner === "None"
        ? `something before .${name} is None: what made it found or returned nothing.`
        : isMatch
          ? `${owner} is None because nothing matched. Check it first: if ${owner} is not None.`
          : `${owner} is None, so it has no ${name}. What sets ${owner} returned nothing; check it, or return a value there.`;
    },
  },
  {
    says: /^TypeError: (?:'NoneType' object is not (subscriptable|iterable|callable)|cannot unpack non-iterable NoneType object)/,
    tells({ text, source }) {
      const [, name = ""] = /(?:\bin |= |\()([A-Za-z_]\w{0,60})\b/.exec(text) ?? [];
      const isSorted = source.lines.some((line) =>
        new RegExp(`\\b${name}\\s*=.*\\.(sort|append|reverse|extend|update|add|shuffle)\\(`).test(
          line,
        ),
      );
      return isSorted && name !== ""
        ? `${name} is None: methods such as sort() and append() change the list and return nothing. Use sorted(…), or call the method in a line of its own.`
        : `the value is None: the function that made it ends without return, or returned nothing on this path.`;
    },
  },
  {
    says: /^TypeError: '(\w{1,60})' object is not callable/,
    tells({ text, marks, found: [, type] }) {
      const part = markedText(text, marks)?.text ?? "";
      const [, name] = /([A-Za-z_]\w{0,60})\([^()]{0,80}\)$/.exec(part) ?? [];
      if (type === "module") {
        return "a module is called like a function. Call a function of it, as in random.random(…), or import that function.";
      }
      return `something of type ${type} is called like a function${name === undefined ? "" : ` (${name})`}. Remove the parentheses, or the name was reused for another value.`;
    },
  },
  {
    says: /^TypeError: '(int|float|bool)' object is not iterable/,
    tells: ({ found: [, type] }) =>
      `the loop goes over a number (${type}). For counting, use range(n).`,
  },
  {
    says: /^TypeError: '(int|float|bool|map|filter|zip|generator|dict_keys|dict_values|dict_items|set|method|builtin_function_or_method|function|type)' object is not subscriptable/,
    tells: ({ found: [, type = ""] }) =>
      /^(?:map|filter|zip|generator|dict_\w+)$/.test(type)
        ? `in Python 3 a ${type} has no positions; list(…) makes a list of it.`
        : /method|function/.test(type)
          ? "a function is used with [ ]: call it with ( ) first."
          : `a value of type ${type} has no positions, so [ ] cannot be used on it.`,
  },
  {
    says: /^TypeError: object of type '(\w{1,40})' has no len\(\)/,
    tells: ({ found: [, type] }) =>
      `len() is used on a value of type ${type}, which has no length. Check that it is the list or text you mean.`,
  },
  {
    says: /^TypeError: '(<|>|<=|>=)' not supported between instances of '(\w{1,40})' and '(\w{1,40})'/,
    tells({ found: [, , left, right], source, text }) {
      const isRead = source.lines.some((line) => /\binput\(|argv/.test(line));
      const isText = left === "str" || right === "str";
      const isNumber = /^(?:int|float)$/.test(left ?? "") || /^(?:int|float)$/.test(right ?? "");
      return isText && isNumber
        ? `a text is compared with a number${isRead ? " (input() and arguments are always text)" : ""}. Convert it first: int(…) or float(…). The line is: ${text.trim()}`
        : `${left} and ${right} cannot be compared. Convert one of them, or check for None first.`;
    },
  },
  {
    says: /^TypeError: (?:unsupported operand type\(s\) for (\S{1,12}): '(\w{1,40})' and '(\w{1,40})'|can't multiply sequence by non-int of type '(\w{1,40})'|can only concatenate (\w{1,20}) \(not "(\w{1,40})"\) to \w{1,20})/,
    tells({ found: [, operator, left, right, factor, sequence, added] }) {
      if (factor !== undefined)
        return `a text or list can be multiplied only by an int, not by ${factor}: int(…) converts it.`;
      if (sequence !== undefined) {
        return sequence === "list"
          ? `only a list can be added to a list, not ${added}: use append(…), or put it in [ ].`
          : added === "bytes"
            ? "bytes are added to text: .decode() makes text of them."
            : `${added} is added to a ${sequence}. Convert it first: str(…), or an f-string.`;
      }
      if (left === "NoneType" || right === "NoneType") {
        return `one side of ${operator} is None: the function or variable that it comes from has no value.`;
      }
      return `${operator} does not work between ${left} and ${right}. Convert one of them: int(…), float(…) or str(…).`;
    },
  },
  {
    says: /^TypeError: sequence item (\d{1,6}): expected str instance, (\w{1,40}) found/,
    tells: ({ found: [, , type] }) =>
      `join() takes only texts, and there is a value of type ${type}: join(str(x) for x in …).`,
  },
  {
    says: /^TypeError: '(str|tuple|bytes|range)' object does not support item assignment/,
    tells: ({ found: [, type] }) =>
      `a ${type} cannot be changed in place. Make a new one, or use a list.`,
  },
  {
    says: /^TypeError: unhashable type: '(list|dict|set)'/,
    tells: ({ found: [, type] }) =>
      `a ${type} cannot be a key of a dict or a member of a set. Use a tuple, or a text of it.`,
  },
  {
    says: /^TypeError: ([\w.]{1,100})\(\) missing (\d{1,2}) required (?:positional|keyword-only) arguments?: (.{1,200})$/,
    tells({ found: [, name = "", , names = ""] }) {
      const listed = names.replaceAll("'", "");
      return listed === "self"
        ? `${name} is called on the class. Create an object first: ${name.split(".")[0]}().${name.split(".").at(-1)}(…).`
        : `the call of ${name} lacks ${listed}. Give it, or give the parameter a default value.`;
    },
  },
  {
    says: /^TypeError: ([\w.]{1,100})\(\) takes (from )?(\d{1,2}|no)(?: to \d{1,2})?(?: positional)? arguments?(?: but (\d{1,2}) (?:was|were) given| \((\d{1,2}) given\)|$)/,
    tells({ found: [, name = "", , takes], source }) {
      const isInit =
        takes === "no" &&
        source.lines.some(
          (line) => /^\s+def _{1,2}init_{0,2}\(/.test(line) && !line.includes("__init__"),
        );
      return isInit
        ? `${name} has no __init__: it is misspelt in the class. It has two underscores on both sides.`
        : `${name} takes ${takes === "1" ? "1 argument" : `${takes} arguments`}, and the call gives more. Compare the call with the definition.`;
    },
  },
  {
    says: /^AttributeError: '(dict|list|str|tuple|set|int|float|bool|range|map|filter)' object has no attribute '(\w{1,60})'$/,
    tells({ found: [, type = "", name = ""] }) {
      if (name === "has_key") return "Python 3 has no has_key: write key in d.";
      if (/^(?:range|map|filter)$/.test(type)) {
        return `in Python 3 a ${type} is not a list and has no ${name}; list(…) makes a list of it.`;
      }
      if (type === "dict")
        return `a dict has no .${name}. A key is read with ["${name}"] or .get("${name}").`;
      if (/^(?:length|size|count)$/.test(name))
        return `a ${type} has no .${name}: len(…) gives its length.`;
      if (name === "contains") return "there is no .contains in Python: x in y asks for it.";
      if (name === "read")
        return "a text is passed where an open file is expected: use open(…), or loads instead of load.";
      return `a value of type ${type} has no ${name}: it is not what this line expects, or the method is called something else.`;
    },
  },
  {
    says: /^AttributeError: '(\w{1,60})' object has no attribute '(\w{1,60})'$/,
    tells({ found: [, type = "", name = ""], source }) {
      const declared = source.lines.some((line) => new RegExp(`^\\s+${name}\\s*=`).test(line));
      const isChild = source.lines.some((line) => new RegExp(`^class ${type}\\(\\w`).test(line));
      const isOwn = source.lines.some((line) => line.startsWith(`class ${type}`));
      if (!isOwn) return null;
      if (declared) {
        return `${type} has no ${name}: it is set as a local variable. In __init__ write self.${name} = …`;
      }
      return isChild
        ? `${type} has no ${name}. If the parent class sets it, call super().__init__() in ${type}.__init__.`
        : `${type} has no ${name}: it is misspelt, or never set. In __init__ write self.${name} = …`;
    },
  },
  {
    says: /^AttributeError: property '(\w{1,60})' of '\w{1,60}' object has no setter/,
    tells: ({ found: [, name] }) =>
      `${name} is a property that can only be read. Add @${name}.setter, or set the attribute behind it.`,
  },
  {
    says: /^UnboundLocalError: .{0,40}local variable '(\w{1,60})'/,
    tells({ found: [, name = ""], source }) {
      return source.lines.some((line) => line.includes(`self.${name} =`))
        ? `${name} is an attribute of the object: write self.${name}.`
        : `${name} is used before it has a value in this function: set it first, on every path.`;
    },
  },
  {
    says: /^TypeError: string indices must be integers/,
    tells: () =>
      `a text is used like a dict. If it is JSON, json.loads(…) reads it first; if this is a loop over a dict, it gives only the keys (use .items()).`,
  },
  {
    says: /^TypeError: list indices must be integers or slices, not (\w{1,40})/,
    tells: ({ found: [, type] }) =>
      type === "str"
        ? 'a list is used like a dict. Take one of its elements first, as in rows[0]["name"], or loop over it.'
        : `an index must be a whole number, not ${type}: int(…) or // makes one.`,
  },
  {
    says: /^TypeError: non-default argument '(\w{1,60})' follows default argument/,
    tells: ({ found: [, name] }) =>
      `the field ${name} has no default value but comes after one that has. Put it first, or give it a default.`,
  },
  {
    says: /^TypeError: Can't instantiate abstract class (\w{1,60}) (?:with|without an implementation for) abstract methods? (.{1,200})$/,
    tells: ({ found: [, type, names = ""] }) =>
      `${type} is abstract: a subclass must define ${names.replaceAll("'", "")} first.`,
  },
  {
    says: /^TypeError: '(coroutine)' object is not (?:iterable|subscriptable)/,
    tells: () => "an async function is called without await: write await before the call.",
  },
  {
    says: /^AttributeError: module '([\w.]{1,80})' has no attribute '(\w{1,60})'$/,
    tells: ({ found: [, module, name] }) =>
      `the module ${module} has no ${name}: it is misspelt, or it is part of another module.`,
  },
  {
    says: /^TypeError: 'float' object cannot be interpreted as an integer/,
    tells: () =>
      "a whole number is needed, and this is a float: // divides without a rest, int(…) converts.",
  },
  {
    says: /^TypeError: (?:%\w format: .{1,60} is required, not (\w{1,40})|not (?:enough|all) arguments .{1,60})/,
    tells: ({ found: [, type] }) =>
      type === undefined
        ? "the text has another number of % signs than values after it. Several values go in parentheses: % (a, b)."
        : `the % format does not fit a value of type ${type}: %s takes anything, %d needs a number.`,
  },
  {
    says: /^TypeError: (int|float)\(\) argument must be a string.{1,80}, not '(\w{1,40})'/,
    tells: ({ found: [, call, type] }) =>
      type === "NoneType"
        ? `${call}() gets None: the value is missing. Check what sets it.`
        : `${call}() cannot convert a value of type ${type}.`,
  },
];
