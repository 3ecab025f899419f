import { expect, test } from "vitest";
import { PLACE_GROUPS, SENSITIVE_PLACES } from "./sensitive-places.ts";

const codesAt = (path: string) =>
  SENSITIVE_PLACES.filter(({ at }) => at.test(path)).map(({ code }) => code);
const codesAbove = (path: string) =>
  SENSITIVE_PLACES.filter(({ above }) => above.test(path)).map(({ code }) => code);

const rows = PLACE_GROUPS.flatMap(({ code, places }) =>
  places.map(([source, globs]) => ({ code, source, globs: globs.split(" ") })),
);

/** Every alternative of a glob, with `x` for what may be anything. */
function examples(glob: string): string[] {
  const braces = /\{([^}]*)\}/.exec(glob);
  if (braces === null) return [(glob.endsWith("/") ? `${glob}x` : glob).replaceAll("*", "x")];
  const [whole, inside = ""] = braces;
  return inside.split(",").flatMap((each) => examples(glob.replace(whole, each)));
}

test.each(rows)("$source: $globs", ({ code, source, globs }) => {
  expect(source).toMatch(/\w/);
  for (const path of globs.flatMap(examples)) {
    const found = path.startsWith("/") ? path : `/srv/project/deep/${path}`;
    expect(codesAt(found), found).toContain(code);
    if (/^[^/x]/.test(path)) expect(codesAt(`/srv/a${path}`), "a part of a name").toEqual([]);
  }
});

test.each([
  [".github", "program_settings"],
  [".config", "shell_start_file"],
  [".cargo", "program_settings"],
  [".yarn", "program_settings"],
])("a link in place of %s would move a place elsewhere", (name, code) => {
  expect(codesAbove(`/srv/project/${name}`)).toContain(code);
  expect(codesAbove(`/srv/project/x${name}`)).toEqual([]);
});

test.each([
  "graphql.config.js",
  "apollo.config.ts",
  "uno.config.js",
  "unocss.config.mjs",
  ".graphqlrc.js",
  "nx.json",
  "tslint.json",
  ".jscsrc",
])("editors run what %s says", (name) => {
  expect(codesAt(`/srv/project/${name}`)).toEqual(["program_settings"]);
});

test.each([
  "Makefile",
  "Rakefile",
  "Dockerfile",
  "src/build.c",
  "docs/agents.md",
  "tests/test_x.py",
])("%s runs only when its tool is started", (name) => {
  expect(codesAt(`/srv/project/${name}`)).toEqual([]);
});
