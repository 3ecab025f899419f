import { expect, test } from "vitest";
import { type Machine, provide } from "./system-needs.ts";

const NEEDS = [{ command: "python3", aptPackage: "python3-minimal", why: "one test asks it" }];

test("what is present is never installed", () => {
  const { machine, ran, said } = makeMachine({ has: ["python3", "apt-get"] });
  provide(NEEDS, machine);
  expect(ran).toEqual(["python3 --version"]);
  expect(said).toEqual([]);
});

test("root on a Debian machine installs what is missing", () => {
  const { machine, ran, said } = makeMachine({ has: ["apt-get"] });
  provide(NEEDS, machine);
  expect(ran.at(-2)).toMatch(/^apt-get install .*python3-minimal$/);
  expect(said).toEqual(["Installing python3-minimal."]);
});

test.each([
  { who: "an ordinary user", has: ["apt-get"], isRoot: false },
  { who: "root on another system", has: [], isRoot: true },
])("$who is told what is missing and goes on", ({ has, isRoot }) => {
  const { machine, ran, said } = makeMachine({ has, isRoot });
  provide(NEEDS, machine);
  expect(ran.filter((command) => command.includes("install"))).toEqual([]);
  expect(said).toEqual([expect.stringContaining("python3 is missing: one test asks it")]);
});

test("an installation that fails is reported and does not stop the run", () => {
  const { machine, said } = makeMachine({ has: ["apt-get"], installs: false });
  provide(NEEDS, machine);
  expect(said.at(-1)).toContain("python3 is missing");
});

function makeMachine(options: { has: string[]; isRoot?: boolean; installs?: boolean }) {
  const { isRoot = true, installs = true } = options;
  const has = new Set(options.has);
  const ran: string[] = [];
  const said: string[] = [];
  const machine: Machine = {
    isRoot,
    run(command, args) {
      ran.push([command, ...args].join(" "));
      if (args[0] === "install" && installs) has.add("python3");
      return has.has(command);
    },
    say: (line) => said.push(line),
  };
  return { machine, ran, said };
}
