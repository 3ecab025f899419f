/** Go programs that the compiler or the run time refuses for a reason that needs its author. */
import { explained, type Reported } from "../source/explained.ts";
import type { View } from "../view.ts";

const COMPILER = /^(?:\.\/|vet: (?:\.\/)?)?([\w][\w./-]{0,250}\.go):(\d{1,7}):\d{1,5}: (.{1,400})$/;
const PANIC = /^(?:panic: (.{1,300})|fatal error: (all goroutines are asleep - deadlock!))/;
const FRAME = /^\s+(\/(?!usr\/)[^\s:]{1,300}\.go):(\d{1,7})(?: \+0x[0-9a-f]{1,8})?$/;

function reads({ lines }: View): readonly Reported[] {
  const compiled = lines.flatMap((text): Reported[] => {
    const [, path, line, message = ""] = COMPILER.exec(text) ?? [];
    return path === undefined ? [] : [{ path, line: Number(line), message }];
  });
  const at = lines.findIndex((text) => PANIC.test(text));
  const [, panic, deadlock] = PANIC.exec(lines[at] ?? "") ?? [];
  const [, path, line] = lines.slice(at + 1).flatMap((text) => FRAME.exec(text) ?? []);
  const message = panic ?? deadlock;
  return message === undefined || path === undefined
    ? compiled
    : [...compiled, { path, line: Number(line), message: `panic: ${message}` }];
}

export const goExplained = explained({
  name: "go-explained",
  title: "Go refuses a line that only its author can correct",
  reads,
  causes: [
    [
      /^missing return$/,
      () => "the function can reach its end without return. Add a return there.",
    ],
    [
      /^assignment mismatch: (\d{1,2}) variables? but (\S{1,80}) returns (\d{1,2}) values?/,
      ([, left, call, right]) =>
        `${call} returns ${right} values, and ${left} stand on the left.${Number(right) === Number(left) + 1 ? " The last one is often an error: x, err := …" : ""}`,
    ],
    [
      /^(too many|not enough) arguments in call to (\S{1,80})/,
      ([, how, call]) =>
        `${call} is called with ${how === "too many" ? "more" : "fewer"} arguments than it takes. Compare the call with the definition.`,
    ],
    [
      /^too many return values|^not enough return values/,
      () => "return gives another number of values than the function declares.",
    ],
    [
      /^cannot use .{1,150} \((?:variable|value|constant|untyped \w{1,20} constant|.{1,40}) ?(?:of type (.{1,60}))?\) as (?:type )?(.{1,60}?)(?: value)? in (argument to .{1,60}|return statement|assignment|variable declaration|struct literal|.{1,40}?):?(?: .{0,150})?$/,
      ([, has = "of another type", wants = "", where]) =>
        /^(?:string|bool|u?int\d{0,2}|float\d\d|\[\]byte|rune|byte)$/.test(wants)
          ? `${wants} is needed in this ${where}, but the value is ${has}. Convert it: strconv.Itoa(n) or fmt.Sprint(x) makes text, strconv.Atoi(s) a number, float64(n) a float.`
          : `${wants} is needed in this ${where}, but the value is ${has}. If ${wants} is an interface, the type must have all of its methods; methods with a pointer receiver need &.`,
    ],
    [
      /^invalid operation: (.{1,150}) \(mismatched types (.{1,40}) and (.{1,40})\)/,
      ([, operation, left, right]) =>
        `${operation} mixes ${left} and ${right}, and Go converts none by itself. Convert one: float64(x), int(x) or string conversion with strconv.`,
    ],
    [
      /^(?:syntax error: )?unexpected EOF, expect(?:ing|ed) \}/,
      () => "a closing } is missing: a block that is opened above is never closed.",
    ],
    [/^invalid character U\+003F '\?'/, () => "Go has no ? : operator. Use if and else."],
    [
      /^syntax error: non-declaration statement outside function body/,
      () =>
        "this statement is outside of a function. There, use var instead of :=, or move it into a function; or a } closes the function too early.",
    ],
    [
      /^(\w{1,60}) redeclared in this block/,
      ([, name]) => `${name} is declared twice in this package. Rename or remove one of them.`,
    ],
    [
      /^fmt\.(\w{1,20}) format (%\S{1,6}) has arg (.{1,60}) of wrong type (.{1,40})$/,
      ([, call, verb, value, type]) =>
        `${verb} in ${call} does not fit ${value}, which is a ${type}: %s is for text, %d for whole numbers, %f for floats, %v for anything.`,
    ],
    [
      /^fmt\.(\w{1,20}) arg list ends with redundant newline/,
      ([, call]) => String.raw`${call} adds the line end by itself: remove \n, or use Printf.`,
    ],
    [
      /^fmt\.(\w{1,20}) (?:format .{1,60} reads arg #\d{1,2}, but call has \d{1,2} args?|call needs \d{1,2} args? but has \d{1,2} args?)/,
      ([, call]) => `${call} has another number of values than its text has % verbs.`,
    ],
    [
      /^undefined: (min|max|clear)$/,
      ([, name]) =>
        `${name} is built in since Go 1.21; this Go is older. Write the function, or update Go.`,
    ],
    [
      /^undefined: (\w{1,60})$/,
      ([, name]) =>
        `${name} is not declared here: it is misspelt, in a file that is not compiled with this one, or a new variable, which needs :=.`,
    ],
    [
      /^panic: runtime error: invalid memory address or nil pointer dereference/,
      () => "a pointer is nil here. Check what sets it, and its err, before using it.",
    ],
    [
      /^panic: runtime error: index out of range \[(-?\d{1,20})\] with length (\d{1,20})/,
      ([, index, length]) =>
        `index ${index} of a slice of ${length}${length === "0" ? ": it is empty" : `; the last is ${Number(length) - 1}`}. Check len(…) first.`,
    ],
    [
      /^panic: runtime error: integer divide by zero/,
      () => "a division by zero. Check the divisor first.",
    ],
    [
      /^panic: all goroutines are asleep - deadlock!/,
      () =>
        "the program waits for itself: nothing receives from or sends to this channel (or calls Done). Do one side in a goroutine, or give the channel a buffer.",
    ],
    [
      /^panic: interface conversion: (.{1,200})$/,
      ([, said]) => `the value has another type than asserted (${said}). Use v, ok := x.(T).`,
    ],
  ],
});
