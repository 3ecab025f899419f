import { expect, test } from "vitest";
import { Investigator } from "../investigator.ts";
import { nearName, slips } from "./slips.ts";

const rename = (line: number, typed: string, meant: string) =>
  slips({ name: "x", kind: "name", finds: () => [{ path: "app.py", line, typed, meant }] });

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

test("a name that the file also defines is changed only where it is reported", async () => {
  const text = "def f():\n    totl = 1\n    return totl\nprint(totl)\n";
  const shell = await shellFor(text, 4, "totl", "total");
  expect(shell).toContain("4s/^print(totl)$/print(total)/");
  expect(shell).not.toContain("3s/");
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
    name: "x",
    kind: "name",
    finds: () => [{ path: "test_app.py", line: 1, typed: "totl", meant: "total" }],
  });
  expect(await new Investigator(look).locate("test_app.py")).toBe("test_app.py");
  const problem = { command: "python3 test_app.py", error: "", capabilities: [] };
  expect(await rule.repair(problem, look)).toBeNull();
});
