/** Every rule file with its fixtures, read from the directory. */
import type { Rule } from "../rule.ts";
import type { Fixture } from "./fixture.ts";

declare global {
  interface ImportMeta {
    /** Vite's: every module that fits, by path. */
    glob<Module>(
      patterns: string | readonly string[],
      options: { readonly eager: true },
    ): Record<string, Module>;
  }
}

const MODULES = import.meta.glob<Record<string, unknown>>(["../*/*.ts", "!../test/*.ts"], {
  eager: true,
});
const FIXTURES = import.meta.glob<{ readonly fixtures: readonly Fixture[] }>("../*/*.fixture.ts", {
  eager: true,
});

export interface RuleFile {
  readonly path: string;
  readonly rule: Rule;
  readonly fixtures: readonly Fixture[];
}

export const ruleFiles: readonly RuleFile[] = Object.entries(MODULES).flatMap(([path, exported]) =>
  Object.values(exported)
    .flat()
    .filter(isRule)
    .map((rule) => ({ path, rule, fixtures: fixturesOf(rule, path) })),
);

function fixturesOf({ name }: Rule, path: string): readonly Fixture[] {
  const { fixtures = [] } = FIXTURES[path.replace(/\.ts$/, ".fixture.ts")] ?? {};
  return fixtures.filter(({ rule = name }) => rule === name);
}

function isRule(value: unknown): value is Rule {
  return typeof value === "object" && value !== null && "matches" in value && "repair" in value;
}
