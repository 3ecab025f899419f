import { expect, test } from "vitest";
import { checkCommand } from "../check-command.ts";

const WHERE = { directory: "/srv/ada/project", home: "/srv/ada" };
const isAllowed = (program: string): boolean => checkCommand(`awk '${program}' file`, WHERE).ok;

test.each([
  "{print $1}",
  "NR==42",
  "NR>=100 && NR<=140",
  "$3 > 100 {print $1, $3}",
  "/error|warn/ {n++} END {print n}",
  "{sum+=$1} END {print sum}",
  "length > 120",
  "/BEGIN/,/END/",
  "{print ($3 >= 5), $1 || $2}",
  '{gsub(/x/, "y"); print}',
])("%s only reads", (program) => {
  expect(isAllowed(program)).toBe(true);
});

test.each([
  'BEGIN{system("id")}',
  "BEGIN{system}",
  '{print > "out"}',
  '{print >> "out"}',
  "{print $1 > $2}",
  '{printf "x" > "out"}',
  '{x = sprintf("y") > 1; print x}',
  '{print | "sh"}',
  '{print |& "sh"}',
  '{ "id" | getline x }',
  '{ while ((getline l < "in") > 0) n++ }',
  'BEGIN{ARGV[1]="in"; ARGC=2} {print}',
  'BEGIN{SYMTAB["ARG" "V"][1]="in"} {print}',
  '@load "x"',
  '@include "x"',
  '{f="sys"; @f()}',
  "{print FILENAME}",
  '{close("x")}',
])("%s is refused", (program) => {
  expect(isAllowed(program)).toBe(false);
});

test.each([
  "-f prog",
  "-v 'x=\\n'",
  "-v x",
  "-i inplace p",
  "--exec p",
  "-W exec p",
  "-p p",
  "-dx p",
])("awk %s is refused", (words) => {
  expect(checkCommand(`awk ${words} '{print}' file`, WHERE).ok).toBe(false);
});
