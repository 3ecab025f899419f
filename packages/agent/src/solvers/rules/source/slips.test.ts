import { expect, test } from "vitest";
import { Investigator } from "../investigator.ts";
import { LANGUAGES } from "./languages.ts";
import { nearName, slips } from "./slips.ts";

const RECIPE = { name: "x", kind: "name", language: LANGUAGES.python } as const;
const rename = (line: number, typed: string, meant: string) =>
  slips({ ...RECIPE, finds: () => [{ path: "app.py", line, typed, meant }] });

const SLIP = { path: "app.py", line: 1, typed: "totl", meant: "total" };

/** The machine has one file of this text. */
async function shellFor(text: string, line: number, typed: string, meant: string) {
  const look = async (asked: string) =>
    asked.startsWith("find .") ? "f 644 \t./app.py\n" : asked === "cat app.py" ? text : null;
  const answer = await rename(line, typed, meant).repair(
    { command: "python3 app.py", error: "", capabilities: [] },
    look,
  );
  return answer !== null && "shell" in answer ? answer.shell : null;
}

test("an imported name carries its uses, but not strings and other objects", async () => {
  const text = 'from m import totl\nprint(totl, x.totl, "totl")\n';
  expect(await shellFor(text, 1, "totl", "total")).toContain(
    '2s/^print(totl, x\\.totl, "totl")$/print(total, x.totl, "totl")/',
  );
});

test.each([
  ["defines", "def totl():\n    return 1\nprint(totl())\n", 3],
  ["assigns", "totl = 1\n\nprint(totl)\n", 3],
  ["imports", "from sums import other, totl\n\nprint(totl)\n", 3],
])("a name that the file %s is no slip", async (_, text, line) => {
  expect(await shellFor(text, line, "totl", "total")).toBeNull();
});

test("a name of the language is no slip", async () => {
  expect(await shellFor("print(1)\n", 1, "print", "sprint")).toBeNull();
});

test.each(["exec", "eval", "report", "os.system"])("%s is not believed", async (meant) => {
  expect(await shellFor("print(totl)\nexe(1)\n", 1, "totl", meant)).toBeNull();
  expect(await shellFor("print(totl)\nexe(1)\n", 2, "exe", meant)).toBeNull();
});

test("a message about a file of another language, or of a command that cannot print it, says nothing", () => {
  const error = "";
  const rule = rename(1, "totl", "total");
  expect(rule.matches({ command: "cat rows.csv", error, capabilities: [] })).toBe(false);
  expect(rule.matches({ command: "bash run.sh", error, capabilities: [] })).toBe(true);
  const other = slips({ ...RECIPE, language: LANGUAGES.c, finds: () => [SLIP] });
  expect(other.matches({ command: "gcc app.py", error, capabilities: [] })).toBe(false);
});

test("a word that is not in the reported line changes nothing", async () => {
  expect(await shellFor("print(1)\n", 1, "totl", "total")).toBeNull();
});

test.each([
  { typed: "confg", names: ["config", "other"], near: "config" },
  { typed: "user", names: ["users"], near: null },
  { typed: "user2", names: ["user1"], near: null },
  { typed: "path", names: ["Math"], near: null },
  { typed: "totl", names: ["total", "tote"], near: "total" },
  { typed: "printn", names: ["println", "print", "printf"], near: "println" },
  { typed: "tabel", names: ["label", "table"], near: null },
  { typed: "cart", names: ["card", "care"], near: null },
])("$typed is $near among $names", ({ typed, names, near }) => {
  expect(nearName(typed, names)).toBe(near);
});

test("a test is never rewritten", async () => {
  const look = async (asked: string) =>
    asked.startsWith("find .") ? "f 644 \t./test_app.py\n" : "print(totl)\n";
  const rule = slips({
    ...RECIPE,
    finds: () => [{ path: "test_app.py", line: 1, typed: "totl", meant: "total" }],
  });
  expect(await new Investigator(look).locate("test_app.py")).toBe("test_app.py");
  const problem = { command: "python3 test_app.py", error: "", capabilities: [] };
  expect(await rule.repair(problem, look)).toBeNull();
});
