/** Runs as an ordinary user: repairs the fixtures of a JSON file, a few at a time. */
import { readFileSync } from "node:fs";
import { rulesSolver } from "../rules-solver.ts";
import type { Fixture } from "./fixture.ts";
import { FixtureProject } from "./fixture-project.ts";
import { told, trySolver } from "./try-solver.ts";

export interface UserOutcome {
  readonly when: string;
  readonly isSolved: boolean;
  readonly told: string;
}

const AT_ONCE = 4;

const fixtures = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as Fixture[];
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let next = fixtures.pop(); next !== undefined; next = fixtures.pop()) {
      process.stdout.write(`${JSON.stringify(await outcomeOf(next))}\n`);
    }
  }),
);

async function outcomeOf(fixture: Fixture): Promise<UserOutcome> {
  await using project = new FixtureProject(fixture);
  const { isSolved, proposals } = await trySolver(project, await project.fail(), rulesSolver());
  return { when: fixture.when, isSolved, told: told(proposals) };
}
