import type { Fixture } from "../test/fixture.ts";

/** A tsc that says this of a.ts until the file has the text. */
function tsc(
  message: string,
  good: string,
  source: string,
): Pick<Fixture, "files" | "setup" | "around" | "shows"> {
  const script = `#!/bin/sh\ngrep -qF -- '${good}' a.ts && exit\ncat <<'END'\n${message}\nEND\nexit 2\n`;
  return {
    files: { "a.ts": source, "util.ts": "export const alpha = 1;\n", "bin/tsc": script },
    setup: "chmod +x bin/tsc",
    around: 'PATH="$PWD/bin:$PATH"',
    shows: message.slice(0, 40),
  };
}

export const fixtures: readonly Fixture[] = [
  {
    rule: "typescript-property",
    when: "letters are swapped",
    ...tsc(
      "a.ts(2,18): error TS2339: Property 'nmae' does not exist on type '{ name: string; }'.",
      "user.name",
      'const user = { name: "x" };\nconsole.log(user.nmae);\n',
    ),
    command: "tsc --noEmit a.ts",
  },
  {
    rule: "typescript-module",
    when: "a letter is missing",
    ...tsc(
      "a.ts(1,23): error TS2307: Cannot find module './utl' or its corresponding type declarations.",
      '"./util"',
      'import { alpha } from "./utl";\nconsole.log(alpha);\n',
    ),
    command: "tsc --noEmit a.ts",
  },
  {
    rule: "typescript-default",
    when: "it is exported by name",
    ...tsc(
      "a.ts(1,8): error TS2613: Module './util' has no default export. Did you mean to use 'import { alpha } from \"./util\"' instead?",
      "{ alpha }",
      'import alpha from "./util";\nconsole.log(alpha);\n',
    ),
    command: "tsc --noEmit a.ts",
  },
  {
    rule: "typescript-const",
    when: "it is counted up",
    ...tsc(
      "a.ts(2,1): error TS2588: Cannot assign to 'count' because it is a constant.",
      "let count",
      "const count = 1;\ncount = 2;\n",
    ),
    command: "tsc --noEmit a.ts",
  },
  {
    rule: "typescript-option",
    when: "a letter is doubled",
    files: {
      "a.ts": "export {};\n",
      "bin/tsc": `#!/bin/sh\n[ "$1" = --noEmit ] && exit\necho "error TS5023: Unknown compiler option '$1'."\nexit 1\n`,
    },
    setup: "chmod +x bin/tsc",
    around: 'PATH="$PWD/bin:$PATH"',
    command: "tsc --noEmitt a.ts",
    shows: "TS5023",
  },
  {
    rule: "typescript-node-types",
    when: "process is used",
    ...tsc(
      "a.ts(1,1): error TS2591: Cannot find name 'process'. Do you need to install type definitions for node? Try `npm i --save-dev @types/node` and then add 'node' to the types field in your tsconfig.",
      "never",
      "process.exit();\n",
    ),
    command: "tsc --noEmit a.ts",
    hints: "npm install --save-dev @types/node",
  },
  {
    rule: "typescript-explained",
    when: "an argument is missing",
    ...tsc("a.ts(2,1): error TS2554: Expected 2 arguments, but got 1.", "never", "f(1);\n"),
    command: "tsc --noEmit a.ts",
    hints: "Line 2 of a.ts: the function takes 2 arguments and is given 1.",
  },
];
