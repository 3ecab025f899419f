/**
 * Messages that deny a word of the command and suggest another one, in the words of every tool that
 * rules read. Any text can be printed by a hook, a file name or a far host, so none of them may
 * bring a word into the command that is far from what was typed.
 */
interface Suggestion {
  /** `@` stands for what was typed, `%` for what is suggested. */
  readonly command: string;
  readonly error: string;
}

const PROGRAMS =
  "kubectl|terraform|git|cargo|cargo run --bin|cargo test -p|cargo build --features|pip3|gem|docker|npm|npm run|rake|flask|rustup|ssh prod".split(
    "|",
  );

export const SUGGESTIONS: readonly Suggestion[] = [
  ...[
    'Error: unknown command "@" for "kubectl"\n\nDid you mean this?\n\t%',
    "error: unrecognized subcommand '@'\n\n  tip: a similar subcommand exists: '%'",
    "error: The subcommand '@' wasn't recognized\n\n\tDid you mean '%'?",
    "git: '@' is not a git command. See 'git --help'.\n\nThe most similar command is\n\t%",
    'ERROR: unknown command "@" - maybe you meant "%"',
    "error: no such command: `@`\n\n\tDid you mean `%`?",
    'ERROR:  While executing gem\n    Unknown command @\nDid you mean?  "%"',
    "docker: '@' is not a docker command.\nDid you mean '%'?",
    'npm error Missing script: "@"\nnpm error Did you mean this?\nnpm error   npm run %',
    'Unknown command: "@"\n\nDid you mean this?\n  npm % # x',
    "Error: No such command '@'. Did you mean '%'?",
    "Error: No such command '@'. Did you mean one of: '%'?",
    "Don't know how to build task '@' (See the list)\nDid you mean?  %",
    "error: no bin target named `@`\n\n\tDid you mean `%`?",
    "error: no test target named `@`\nhelp: a target with a similar name exists: `%`",
    "error: package ID specification `@` did not match any packages\n\n\tDid you mean `%`?",
    "error: package ID specification `@` did not match any packages\nhelp: a package with a similar name exists: `%`",
    "error: none of the selected packages contains these features: @, did you mean: %?",
    "error: the package 'a' does not contain this feature: @\nhelp: there is a similarly named feature: %",
    'error: invalid choice: "@", did you mean "%"?',
    'Terraform has no command named "@". Did you mean "%"?',
  ].flatMap((error) => PROGRAMS.map((start) => ({ error, command: `${start} @ x` }))),
  ...[
    "tool: unrecognized option '--@' did you mean '--%'?",
    'x unrecognized option "--@" did you mean "--%"?.txt',
    "tool: error: unrecognized command-line option '--@'; did you mean '--%'?",
    "error: unknown option `@'\ndid you mean '--%'?",
    "unknown option --@\ndid you mean '--%'?",
    "error: unexpected argument '--@' found\n\n  tip: a similar argument exists: '--%'",
    "error: Found argument '--@' which wasn't expected\n\n\tDid you mean '--%'?",
    "Error: No such option: --@ Did you mean --%?",
    "Error: No such option '--@'. Did you mean '--%'?",
    "error: unknown option '--@'\n(Did you mean --%?)",
  ].map((error) => ({ error, command: "tool --@ x" })),
];

/** What a person typed rightly, and what must not come of it. */
export const FAR: readonly (readonly [typed: string, suggested: string])[] = [
  ["uptime", "halt"],
  ["status", "destroy"],
  ["revert", "reset"],
  ["install", "uninstall"],
  ["plan", "apply"],
  ["get", "set"],
  ["dry-run", "delete"],
  ["read-only", "privileged"],
  ["interactive", "recursive"],
];

/**
 * Rows of data that look like the message of a compiler: `report`, which the file has in line 2, is
 * unknown, and `%` is meant.
 */
export const SUGGESTED_IN_FILES: readonly (readonly [command: string, message: string])[] = [
  [
    "python3 app.py",
    "Traceback (most recent call last):\n  File \"/x/app.py\", line 2, in <module>\n    report(row)\nNameError: name 'report' is not defined. Did you mean: '%'?",
  ],
  [
    "python3 app.py",
    "Traceback (most recent call last):\n  File \"app.py\", line 2, in <module>\nAttributeError: 'x' object has no attribute 'report'. Did you mean: '%'?",
  ],
  ["ruby a.rb", "a.rb:2:in `x': undefined method `report' for main:Object\nDid you mean?  %"],
  ["ruby a.rb", "a.rb:2:in `fetch': key not found: :report (KeyError)\nDid you mean?  :%"],
  ["sh script.sh", 'script.sh:2:1: error: "report" undeclared; did you mean "%"?'],
  ["make build", 'script.sh:2:1: error: "report" undeclared; did you mean "%"?'],
  ["gcc main.c", "main.c:2:1: error: 'report' undeclared; did you mean '%'?"],
  ["gcc main.c", "main.c:2:1: error: 'struct s' has no member named 'report'; did you mean '%'?"],
  ["node app.js", "app.js(2,1): error TS2304: Cannot find name 'report'. Did you mean '%'?"],
  [
    "npx tsc",
    "app.js(2,1): error TS2551: Property 'report' does not exist on type 'X'. Did you mean '%'?",
  ],
  ["sh script.sh", "script.sh(2,1): error TS2304: Cannot find name 'report'. Did you mean '%'?"],
  [
    "go build",
    "./main.go:2:1: x.report undefined (type X has no field or method report, but does have method %)",
  ],
  [
    "cargo run",
    "error[E0425]: cannot find function `report` in this scope\n --> app.rs:2:1\n  |\n2 | report(row)\n  | ^^^^^^ help: a function with a similar name exists: `%`\n",
  ],
  [
    "cargo run",
    "error[E0412]: x\n --> app.rs:2:1\nhelp: consider importing this struct\n  |\n1 + use std::fs; fn a() { %(row) }\n  |\n",
  ],
  [
    "cargo run",
    "error[E0308]: x\n --> app.rs:2:1\nhelp: consider borrowing here\n  |\n2 - report(row)\n2 + %(&row)\n  |\n",
  ],
  [
    "cat x",
    "error[E0412]: x\n --> a.toml:1:1\nhelp: consider importing this struct\n  |\n1 + use %;\n  |\n",
  ],
  [
    "terraform plan",
    'on main.tf line 2, in resource "x":\nAn argument named "report" is not expected here. Did you mean "%"?',
  ],
  [
    "make build",
    'report x\nError: unknown command "x" for "report"\n\t%\nmake: *** [Makefile:2: build] Error 1',
  ],
  [
    "npm run build",
    '\n> x@1.0.0 build\n> report x\n\nError: unknown command "x" for "report"\n\t%\n',
  ],
];
