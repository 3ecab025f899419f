import { expect, test } from "vitest";
import { afterCd } from "./after-cd.ts";

test.each([
  { typed: "cd project && make test", runs: "make test" },
  { typed: "cd project; make test", runs: "make test" },
  { typed: "cd 'my project' ;make", runs: "make" },
  { typed: `cd "$HOME/x" && a | b`, runs: "a | b" },
  { typed: "cd my\\ project && make", runs: "make" },
  { typed: "cd -- a; cd b; make", runs: "make" },
  { typed: "cd a\nmake", runs: "make" },
  { typed: "cd a; and make", runs: "make" },
  { typed: "cd; make", runs: "make" },
])("$typed is repaired where it ended, as $runs", ({ typed, runs }) => {
  const record = { command: typed, directory: "/tmp/pia", endedIn: "/tmp/pia/project" };
  expect(afterCd(record)).toEqual({ command: runs, directory: "/tmp/pia/project" });
});

test.each([
  { why: "the directory is not there", typed: "cd nowhere && make", endedIn: "/tmp/pia" },
  { why: "it changes the directory again", typed: "cd a && make && cd .." },
  { why: "nothing follows", typed: "cd a" },
  { why: "something else changes the directory", typed: "project; make" },
  { why: "the rest depends on a failure", typed: "cd a || make" },
])("the whole line is repaired where it started if $why", ({ typed, endedIn = "/tmp/pia/a" }) => {
  expect(afterCd({ command: typed, directory: "/tmp/pia", endedIn })).toEqual({
    command: typed,
    directory: "/tmp/pia",
  });
});
