import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { explainRefusal, openSandbox } from "@bazaar/guard/sandbox";
import { investigationProblem } from "@bazaar/kernel";
import { cpuMs } from "@bazaar/testkit/cpu-ms";
import { sample } from "@bazaar/testkit/sample";
import { quoteWord } from "@bazaar/work";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Fix } from "../../solver.ts";
import { ALL_RULES } from "./all-rules.ts";
import { type Answer, corrected, isFix } from "./rule.ts";
import { HOSTILE_NAMES, MESSAGES, UNRELATED } from "./test/hostile-texts.ts";
import { FAR, SUGGESTED_IN_FILES, SUGGESTIONS } from "./test/suggestion-texts.ts";

/** Commands that give rules something to correct. */
const COMMANDS = ["make build", "git push", "gcc main.c -o app", "python3 app.py", "node app.js"];
const FILES = [
  "script.sh",
  "main.c",
  "app.py",
  "app.js",
  "Makefile",
  "package.json",
  "a.toml",
  "rows.json",
  "CMakeLists.txt",
  "App.java",
  "app.rs",
  "main.go",
  "a.rb",
  "a.php",
  "a.xml",
  "a.db",
  "main.tf",
];

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "hostile-"));
  for (const file of FILES) writeFileSync(join(directory, file), "a = x\nb\nc\nd\ne\n");
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

/** Every name meets every message and command; the others wait for `npm run long`. */
const NAME_SAMPLE = 8;
const SUGGESTION_SAMPLE = 30;
const chosen = sample("hostile names", HOSTILE_NAMES, NAME_SAMPLE).map((name) => ({ name }));

describe.each(chosen)("from $name", ({ name }) => {
  test("no proposal runs anything of the name", async () => {
    const fixes = await proposalsOn(name);
    expect(fixes.length).toBeGreaterThan(0);
    expect(await canaries(fixes)).toBe("");
  });
});

test.each(["constructor", "__proto__", "toString"])("%s is a name like others", async (name) => {
  expect(JSON.stringify(await proposalsOn(name))).not.toMatch(/native code|\[object/);
});

test("the canary reports a name that is not quoted", async () => {
  expect(await canaries([{ shell: "mkdir -p $(pwn)", explanation: "" }])).toContain("unquoted");
  const sed = `sed -i '1s/a/b/;1e pwn' script.sh`;
  expect(await canaries([{ shell: sed, explanation: "" }])).toContain("sed");
});

const SOURCE = "row = 1\nreport(row)\n";
/** Files in which the word of a suggestion does not stand. */
const asked = async (command: string): Promise<string> => {
  if (command.startsWith("find .")) return FILES.map((one) => `f 644 \t./${one}`).join("\n");
  if (command.startsWith("cat package.json")) return '{"scripts": {"build": "report x"}}';
  if (command.startsWith("cat Makefile")) return "build:\n\treport x\n";
  return command.startsWith("cat ") ? SOURCE : "";
};

describe.each(["exec", "eval", "system", "pwn", "reboot"])("a printed %s", (word) => {
  test.each(SUGGESTED_IN_FILES)("becomes no word of a file: %s", async (command, message) => {
    for (const error of [message, `row 7: ${message}`, `bad row:\n${message}\nsee above`]) {
      const problem = { command, error: error.replaceAll("%", word), capabilities: [] };
      for (const rule of ALL_RULES.filter((one) => one.matches(problem))) {
        const said = await rule.repair(problem, asked);
        const shell = said !== null && isFix(said) ? said.shell : "";
        expect(shell, rule.name).not.toContain(word);
      }
    }
  });
});

test.each(UNRELATED.map((error) => ({ error })))("no rule answers to $error", async ({ error }) => {
  for (const command of [
    "make test",
    "./run.sh",
    "npm test",
    "git pull",
    "python3 a.py",
    "curl x",
  ]) {
    for (const rule of ALL_RULES) {
      const problem = { command, error, capabilities: ["network", "sudo"] };
      const fix = rule.matches(problem) ? await rule.repair(problem, async () => "") : null;
      expect(fix, `${rule.name} on ${command}`).toBeNull();
    }
  }
});

test.each(FAR)("no output turns %s into %s", async (typed, suggested) => {
  const filled = (text: string) => text.replaceAll("@", typed).replaceAll("%", suggested);
  const isThere = new RegExp(`(?<![\\w-])(?:--)?${suggested}(?![\\w-])`);
  for (const suggestion of sample(typed, SUGGESTIONS, SUGGESTION_SAMPLE)) {
    const problem = {
      command: filled(suggestion.command),
      error: filled(suggestion.error),
      capabilities: [],
    };
    for (const rule of ALL_RULES.filter((one) => one.matches(problem))) {
      const answer = await rule.repair(problem, async () => "");
      const { shell, correctedCommand } = answer === null ? {} : (asFix(answer) ?? {});
      const text = `${shell}\n${correctedCommand}`;
      expect(text, `${rule.name} on ${problem.error}`).not.toMatch(isThere);
    }
  }
});

test.each([
  { what: "one endless line", error: "a".repeat(1_000_000) },
  { what: "endless colons", error: "a: ".repeat(300_000) },
  { what: "endless quotes", error: "cat: '".repeat(200_000) },
  { what: "endless paths", error: `bash: ${"./a/".repeat(200_000)}: No such file or directory` },
  { what: "endless escapes", error: "\u001b[31m".repeat(200_000) },
  { what: "endless brackets", error: "(".repeat(500_000) + "[".repeat(500_000) },
  { what: "half a million lines", error: "x: line 1: y: not found\n".repeat(500_000) },
  { what: "spaces before the end", error: `error: ${" ".repeat(500_000)}x` },
  { what: "words without end", error: 'in JSON "a" '.repeat(100_000) },
])("$what is read in bounded time", ({ error }) => {
  const command = `cat ${"a ".repeat(900)}`;
  const problem = { command, error, capabilities: [] };
  const readAll = () => ALL_RULES.forEach((rule) => void rule.matches(problem));
  expect(cpuMs(readAll)).toBeLessThan(1_500);
});

/** Every proposal of any rule when the name appears in every place. */
async function proposalsOn(name: string): Promise<readonly Fix[]> {
  const found = new Map<string, Fix>();
  const commands = [
    ...COMMANDS,
    `cat ${quoteWord(name)}`,
    `${quoteWord(name)} x`,
    `x > ${quoteWord(`${name}/x`)}`,
  ];
  for (const message of MESSAGES) {
    const error = message.replaceAll("@", () => name);
    for (const command of [...commands, ...commandsFor(message, name)]) {
      const problem = { command, error, capabilities: [] };
      for (const rule of ALL_RULES.filter((one) => one.matches(problem))) {
        const said = await rule.repair(problem, (asked) => answer(asked, name));
        const fix = said === null ? null : asFix(said);
        if (fix !== null) found.set(JSON.stringify([fix.shell, fix.correctedCommand]), fix);
      }
    }
  }
  return [...found.values()];
}

/** What a hint tells the user to run may run; null if it only explains. */
function asFix(answer: Answer): Fix | null {
  if (isFix(answer)) return answer;
  const { command, explanation } = answer;
  return command === undefined ? null : corrected(command, explanation);
}

/** Programs and their first words that messages are about: some rules look for them. */
const GIT =
  "|checkout|checkout -b|switch|merge|push|push origin|stash|config user|add|rm|commit|mv a|clone|tag|log";
const TOOLS = [
  "apt-get install",
  "apt-get",
  "cargo add",
  "docker run",
  "docker",
  "systemctl start",
  "kubectl config use-context",
  "ssh",
];
const ABOUT: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /^(?:fatal: |error: |git: |merge: |CONFLICT| ! |The following paths|There is no tracking)/,
    GIT.split("|").map((verb) => `git ${verb}`),
  ],
  [/nothing added to commit|unmerged|needs merge/, ["git commit -m x", "git checkout"]],
  [/^npm |Unknown command: /, ["npm run", "npm install", "npm"]],
  [/unrecognized option/, ["grep --"]],
  [/^E: |crate|docker|Bind for|pull access|Unit |context|HOST IDENTIFICATION/, TOOLS],
];

function commandsFor(message: string, name: string): readonly string[] {
  const [program = ""] = message.split(":", 1);
  const isProgram =
    /^(?:cp|mkdir|ln|grep|curl|make|npm|node|rm|cat|find|chmod|tar|ls|jq|mktemp|sleep|sed)$/.test(
      program,
    );
  const word = quoteWord(name);
  return [
    ...(isProgram ? [`${program} ${word}`, `${program} a ${quoteWord(`${name}/x`)}`] : []),
    ...ABOUT.filter(([about]) => about.test(message)).flatMap(([, starts]) =>
      starts.map((start) => (start.endsWith("--") ? start + word : `${start} ${word}`)),
    ),
    "git pull",
    `./${word}`,
    `cd ${word}`,
    `cd ${word} x`,
    `alias a = ${word}`,
    `bash -c ${quoteWord(`cat ${word}`)}`,
    `cd ${word} && cat ${word}`,
    `for x in ${word}; do cat x`,
    ...(message.startsWith("jq") ? [`jq ${quoteWord(`.a.${name}`)} rows.json`] : []),
    ...(message.includes("in prepare")
      ? [`sqlite3 a.db ${quoteWord(`SELECT ${name} FROM ${name}`)}`]
      : []),
    ...(message.includes(".java") ? [`javac ${quoteWord(`${name}.java`)} App.java`] : []),
    ...(message.includes("workspace") ? [`npm test --workspace=${word}`] : []),
  ];
}

/** A machine whose every answer contains the name. */
async function answer(asked: string, name: string): Promise<string> {
  expect(investigationProblem(asked), asked).toBeNull();
  const names = [
    ...FILES,
    name,
    `${name}/x`,
    `x/${name}`,
    `lib${name}.a`,
    `${name}.py`,
    `${name}.js`,
  ];
  if (asked.startsWith("find .")) return names.map((one) => `f 644 ${name}\t./${one}`).join("\n");
  if (asked.startsWith("which")) return `/usr/bin/git\n/usr/bin/${name}`;
  if (asked.startsWith("cat package.json"))
    return `{"scripts": {"${name}": "x", "buidl": "${name}"}}`;
  if (asked.startsWith("cat rows.json")) return `{"a": "${name}" "b": ["${name}",]}`;
  if (asked.startsWith("id")) return "0\n";
  return `${name}\n1:${name}\n./${name}\n.git/refs/heads/${name}\n#!/usr/bin/python9 ${name}\nA=${name}`;
}

/**
 * Runs every proposal in the sandbox with an empty PATH, where a handler reports `pwn`, and once more
 * with the real sed if it uses sed.
 */
async function canaries(fixes: readonly Fix[]): Promise<string> {
  const texts = fixes.flatMap(({ shell, correctedCommand }) => [shell, correctedCommand ?? ""]);
  const scripts = texts.filter((text) => text !== "");
  for (const [at, text] of scripts.entries())
    writeFileSync(join(directory, `proposal-${at}`), text);
  const opened = await openSandbox({ directory, home: directory, network: "none" });
  if (!opened.ok) throw new Error(explainRefusal(opened.refusal));
  await using sandbox = opened.value;
  const { output, exitCode } = await sandbox.run({ text: DRIVER });
  expect(exitCode, output).toBe(0);
  return output;
}

const DRIVER = `
export CANARY="$PWD/canary" REAL_PATH="$PATH"
mkdir bin && printf '#!/bin/sh\\n: > "%s"\\n' "$CANARY" > bin/pwn && chmod +x bin/pwn
command_not_found_handle() { case "$1" in pwn) : > "$CANARY" ;; esac; }
export -f command_not_found_handle
for script in proposal-*; do
  text="$(cat "$script" 2> /dev/null)"
  (PATH=/nowhere; eval "$text") > /dev/null 2>&1 < /dev/null
  if [ -e "$CANARY" ]; then rm "$CANARY"; echo "unquoted: $text"; fi
  case "$text" in *sed\\ *) (PATH="$PWD/bin:$REAL_PATH"; eval "$text") > /dev/null 2>&1 < /dev/null ;; esac
  if [ -e "$CANARY" ]; then rm "$CANARY"; echo "sed: $text"; fi
done
exit 0
`;
