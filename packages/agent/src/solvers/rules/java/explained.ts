/** Java programs that javac or the run time refuses for a reason that needs their author. */
import { explained, type Reported } from "../source/explained.ts";
import type { View } from "../view.ts";

const COMPILER = /^(?:\[ERROR\] )?([\w./-]{1,250}\.java):(\d{1,7}): error: (.{1,300})$/;
const THROWN =
  /^(?:Exception in thread "[^"\n]{1,60}" |Caused by: )?((?:[a-z]\w*\.)+[A-Z]\w{1,80}(?:: .{1,300})?)$/;
const FRAME = /^\s+at (?!java\.|jdk\.|sun\.)[\w.$/]{1,200}\((\w{1,80}\.java):(\d{1,7})\)$/;

function reads({ lines }: View): readonly Reported[] {
  const compiled = lines.flatMap((text): Reported[] => {
    const [, path, line, message = ""] = COMPILER.exec(text) ?? [];
    return path === undefined ? [] : [{ path, line: Number(line), message }];
  });
  const at = lines.findIndex((text) => THROWN.test(text));
  const message = THROWN.exec(lines[at] ?? "")?.[1];
  const [, path, line] = lines.slice(at + 1).flatMap((text) => FRAME.exec(text) ?? []);
  return message === undefined || path === undefined
    ? compiled
    : [...compiled, { path, line: Number(line), message }];
}

export const javaExplained = explained({
  name: "java-explained",
  title: "Java refuses a line that only its author can correct",
  reads,
  causes: [
    [
      /^incompatible types: int cannot be converted to boolean/,
      () => "a number is used as a condition. A comparison needs == (one = assigns).",
    ],
    [
      /^incompatible types: possible lossy conversion from (\w{1,20}) to (\w{1,20})/,
      ([, from, to]) =>
        `${from} may not fit into ${to}. Declare the variable as ${from}, or cast on purpose: (${to}) value.`,
    ],
    [
      /^incompatible types: (.{1,60}) cannot be converted to (.{1,60})$/,
      ([, from, to]) =>
        to === "String"
          ? `${from} is given where a String is needed: String.valueOf(x) makes one.`
          : from === "String"
            ? `a String is given where ${to} is needed: ${to === "int" ? "Integer.parseInt(s)" : "parse it"}, or drop the quotes.`
            : `${from} is given where ${to} is needed.`,
    ],
    [
      /^variable (\w{1,60}) might not have been initialized/,
      ([, name]) =>
        `${name} may have no value yet. Give it one where it is declared, or on every path.`,
    ],
    [
      /^missing return statement/,
      () => "the method can reach its end without return. Return a value there, or throw.",
    ],
    [
      /^unreported exception (\S{1,80}?);? must be caught or declared to be thrown/,
      ([, type]) =>
        `this call may throw ${type}. Add throws ${type} to the method, or catch it with try.`,
    ],
    [
      /^non-static (method|variable) (\S{1,80}) cannot be referenced from a static context/,
      ([, kind, name]) =>
        `the ${kind} ${name} belongs to an object, and main is static. Make it static, or create an object first: new Name().${name}.`,
    ],
    [
      /^unreachable statement/,
      () => "nothing gets to this line: a return, break or throw stands before it.",
    ],
    [
      /^variable (\w{1,60}) is already defined in/,
      ([, name]) =>
        `${name} is declared twice. Remove the type to assign a new value, or rename one.`,
    ],
    [
      /^(\w{1,80}) is not abstract and does not override abstract method (\S{1,80}) in (\S{1,80})/,
      ([, type, method, from]) => `${type} must implement ${method} of ${from}.`,
    ],
    [
      /^cannot assign a value to final variable (\w{1,60})/,
      ([, name]) => `${name} is final and keeps its value. Remove final, or use another variable.`,
    ],
    [
      /^'(else|catch|finally)' without '(if|try)'/,
      ([, word, other]) =>
        `${word} has no ${other} before it: a brace or semicolon ends the ${other} too early, or it is missing.`,
    ],
    [
      /^unexpected type/,
      () => "a primitive type (int, double, …) cannot be a type argument: use Integer, Double, …",
    ],
    [
      /^package ([\w.]{1,120}\.[\w.]{1,60}) does not exist/,
      ([, name]) =>
        `the package ${name} is not on the class path. Add its library to pom.xml or build.gradle, or give the jar: javac -cp LIB.jar.`,
    ],
    [
      /^(?:constructor|method) (\w{1,80}) in (?:class|record|interface|enum) (\S{1,80}) cannot be applied to given types/,
      ([, name, type]) =>
        `${name} of ${type} takes other arguments than it is given. Compare the call with the definition.`,
    ],
    [
      /^class, interface,(?: enum,?)?(?: or record)? expected/,
      () =>
        "something stands outside of the class: there is one } too many above, or one is misplaced.",
    ],
    [
      /^illegal start of (expression|type)/,
      () =>
        "a brace or parenthesis is missing in the lines above, or a modifier such as public is inside of a method.",
    ],
    [
      /^java\.lang\.NullPointerException(?:: (.{1,250}))?$/,
      ([, why]) =>
        `a variable is null${why === undefined ? "" : ` (${why})`}. Check what sets it, or test for null first.`,
    ],
    [
      /^java\.lang\.(?:Array|String)?IndexOutOfBoundsException: (?:Index )?(-?\d{1,12}) out of bounds for length (\d{1,12})/,
      ([, index, length]) =>
        length === "0"
          ? `index ${index} of something empty. If it is args, the program needs an argument on the command line; otherwise check its length first.`
          : `index ${index} of ${length} elements; the last is ${Number(length) - 1}.`,
    ],
    [
      /^java\.lang\.NumberFormatException: For input string: "(.{0,80})"/,
      ([, value]) =>
        `"${value}" is not a whole number. Correct the input, trim() it, or catch NumberFormatException.`,
    ],
    [
      /^java\.lang\.ArithmeticException: \/ by zero/,
      () => "a division by zero. Check the divisor first.",
    ],
    [
      /^java\.lang\.ClassCastException: class (\S{1,120}) cannot be cast to class (\S{1,120})/,
      ([, from, to]) =>
        `the value is a ${from}, not a ${to}. Test with instanceof before the cast.`,
    ],
    [
      /^java\.util\.ConcurrentModificationException/,
      () =>
        "the collection is changed while a loop goes over it. Use removeIf, an Iterator, or a copy.",
    ],
    [
      /^java\.lang\.(?:StackOverflowError)/,
      () => "the method calls itself without end. It needs a case that returns.",
    ],
    [
      /^java\.lang\.UnsupportedOperationException/,
      () =>
        "this collection cannot be changed (List.of and Arrays.asList make such). Copy it: new ArrayList<>(list).",
    ],
  ],
});
