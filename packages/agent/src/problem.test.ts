import { expect, test } from "vitest";
import type { InProcess } from "../../doors/src/http/connect/test/in-process.ts";
import { Agent, everyTest, Principal, tries, verifies } from "../test/scripted.ts";

let place: InProcess;
everyTest((fresh) => {
  place = fresh;
});

test("a solver sees what a failed check printed on both streams", async () => {
  const evidence = { exit_code: 1n, output: "one\n", tail: "one\nmain.c:3: no semicolon\n" };
  const principal = new Principal(
    place,
    verifies(() => ({ success: false, explanation: "It fails.", evidence })),
  );
  const solver = tries("touch it");
  await using agent = new Agent(place, solver);
  await principal.attend(await principal.post());
  const [trial] = solver.trials;
  const said = trial?.verdict === "fail" ? trial.said.split("\n") : [];
  expect(said).toContain("main.c:3: no semicolon");
  expect(said.filter((line) => line === "one")).toHaveLength(1);
  expect(agent.errors).toEqual([]);
});
