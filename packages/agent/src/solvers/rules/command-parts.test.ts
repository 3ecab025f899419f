import { execFileSync } from "node:child_process";
import { quoteWord } from "@bazaar/work";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { commandParts } from "./command-parts.ts";

describe("the commands inside a command, the innermost first", () => {
  test.each([
    { text: "gerp x", parts: ["gerp x"] },
    { text: "cd a && gerp x", parts: ["a: gerp x", "cd a"] },
    { text: "cd 'a b'; cd c\ngerp x", parts: ["'a b'/c: gerp x", "'a b': cd c", "cd 'a b'"] },
    { text: "mkdir a && cd a && ls | wc", parts: ["a: ls | wc", "mkdir a && cd a"] },
    { text: "cd $x && ls", parts: ["?: ls", "cd $x"] },
    { text: "cd ~/x && ls", parts: ["~/x: ls", "cd ~/x"] },
    { text: "cd a || ls", parts: ["cd a || ls"] },
    { text: "(cd a && ls) && pwd", parts: ["(cd a && ls) && pwd"] },
    { text: "if cd a; then ls; fi", parts: ["if cd a; then ls; fi"] },
    { text: "bash -c 'gerp x | wc'", parts: ["gerp x | wc", "bash -c 'gerp x | wc'"] },
    { text: "sh -ec 'cd a && ls'", parts: ["a: ls", "cd a", "sh -ec 'cd a && ls'"] },
    { text: 'bash -lc "ls $HOME"', parts: ["ls $HOME", 'bash -lc "ls $HOME"'] },
    { text: 'bash -c "ls `pwd`"', parts: ['bash -c "ls `pwd`"'] },
    { text: "bash script.sh -c x", parts: ["bash script.sh -c x"] },
    { text: "sudo -u bob apt x > y", parts: ["apt x > y", "sudo -u bob apt x > y"] },
    { text: "env -u A B=1 ls -l", parts: ["ls -l", "env -u A B=1 ls -l"] },
    { text: "timeout -k 5 10 ls", parts: ["ls", "timeout -k 5 10 ls"] },
    { text: "A=1 nice -n 5 time ls", parts: ["ls", "time ls", "A=1 nice -n 5 time ls"] },
    { text: "ls | xargs -n 1 gerp x", parts: ["gerp x", "ls | xargs -n 1 gerp x"] },
    { text: "if nohup ls; then x; fi", parts: ["ls", "if nohup ls; then x; fi"] },
  ])("$text", ({ text, parts }) => {
    const shown = commandParts(text).map(({ command, directories }) => {
      const place = directories === null ? "?" : directories.join("/");
      return place === "" ? command : `${place}: ${command}`;
    });
    expect(shown).toEqual(parts);
  });
});

describe("a correction is put back, and the rest stays as typed", () => {
  test.each([
    { text: "cd  a &&  gerp x", put: "grep x", whole: "cd  a &&  grep x" },
    { text: "sudo  gerp x  | wc", put: "grep x", whole: "sudo  grep x  | wc" },
    { text: "bash  -c 'gerp \"x y\"' ", put: 'grep "x y"', whole: "bash  -c 'grep \"x y\"' " },
    { text: "bash -c 'cat a'", put: "cat 'a b'", whole: `bash -c "cat 'a b'"` },
    { text: "bash -c 'cat $x a'", put: "cat $x 'a b'", whole: `bash -c 'cat $x '\\''a b'\\'''` },
    { text: 'bash -c "cat a"', put: "cat 'a b'", whole: `bash -c "cat 'a b'"` },
    { text: 'bash -c "cd $x; gerp y"', put: "grep y", whole: 'bash -c "cd $x; grep y"' },
    { text: 'bash -c "cat $x"', put: 'cat "$x"', whole: null },
    { text: "bash -c ls", put: "ls -l", whole: "bash -c 'ls -l'" },
    { text: "nohup cat x", put: "cat x && ls", whole: null },
    { text: "nohup cat x", put: "A=1 cat x", whole: null },
  ])("$text", ({ text, put, whole }) => {
    expect(commandParts(text)[0]?.put(put)).toBe(whole);
  });
});

test("whatever a correction contains, the inner shell reads exactly that", () => {
  const text = fc
    .string({ unit: "binary", maxLength: 30 })
    .filter((one) => !one.includes("\u0000"))
    .map((one) => one.toWellFormed());
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 10 }), (texts) => {
      const wholes = texts.flatMap((one) =>
        ["'true'", '"true"', "true"].map((typed) =>
          commandParts(`sh -c ${typed}`)[0]?.put(`printf '%s\\0' ${quoteWord(one)}`),
        ),
      );
      const read = execFileSync("bash", ["-c", wholes.join("\n")], { encoding: "utf8" });
      expect(read.split("\u0000").slice(0, -1)).toEqual(texts.flatMap((one) => [one, one, one]));
    }),
    { numRuns: 5 },
  );
});
