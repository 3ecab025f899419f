import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Machine, provide, SYSTEM_NEEDS } from "./system-needs.ts";

const NEEDS = [
  { command: "python3", aptPackage: "python3-minimal", why: "one test runs it" },
  { command: "rg", aptPackage: "ripgrep", why: "another searches with it" },
];

test("programs that are there are not installed again", () => {
  const { machine, ran, said } = makeMachine({ has: ["python3", "rg", "apt-get"] });
  provide(NEEDS, machine);
  expect({ ran, said }).toEqual({ ran: [], said: [] });
});

test("root on Debian installs what is missing", () => {
  const { machine, ran, said } = makeMachine({ has: ["apt-get", "python3"] });
  provide(NEEDS, machine);
  expect(ran.at(-1)).toMatch(/^apt-get install .*ripgrep$/);
  expect(said).toEqual(["Installing ripgrep with apt-get."]);
});

test.each([
  { who: "an ordinary user", has: ["apt-get"], isRoot: false },
  { who: "root on another system", has: [], isRoot: true },
])("$who reads in one line what is missing and how to install it", ({ has, isRoot }) => {
  const { machine, ran, said } = makeMachine({ has, isRoot });
  provide(NEEDS, machine);
  expect(ran).toEqual([]);
  expect(said).toEqual([
    "Missing: python3 (one test runs it), rg (another searches with it). " +
      "To install: apt-get install python3-minimal ripgrep",
  ]);
});

test("an installation that fails is reported and does not stop the run", () => {
  const { machine, said } = makeMachine({ has: ["apt-get", "rg"], installs: false });
  provide(NEEDS, machine);
  expect(said.at(-1)).toContain("Missing: python3");
});

test("the README names every package, so that an ordinary user can have them installed", () => {
  const readme = readFileSync(join(import.meta.dirname, "..", "..", "README.md"), "utf8");
  const named = [...readme.matchAll(/`apt-get install ([^`]+)`/g)].flatMap(([, list = ""]) =>
    list.split(" "),
  );
  expect(named.toSorted()).toEqual(SYSTEM_NEEDS.map(({ aptPackage }) => aptPackage).toSorted());
});

function makeMachine(options: { has: string[]; isRoot?: boolean; installs?: boolean }) {
  const { isRoot = true, installs = true } = options;
  const has = new Set(options.has);
  const ran: string[] = [];
  const said: string[] = [];
  const machine: Machine = {
    isRoot,
    has: (command) => has.has(command),
    run(command, args) {
      ran.push([command, ...args].join(" "));
      const installed = NEEDS.filter(({ aptPackage }) => args.includes(aptPackage));
      if (installs) for (const need of installed) has.add(need.command);
      return true;
    },
    say: (line) => said.push(line),
  };
  return { machine, ran, said };
}
