/**
 * Plants decoys in a home, tries to read every decoy in every way that a stranger has, and tells
 * which words came out.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { investigate } from "../../src/investigate/investigate.ts";
import { SYSTEM_PATH } from "../../src/investigate/jail-request.ts";
import { INVESTIGATION_LIMITS, runReadOnly } from "../../src/investigate/run-read-only.ts";
import { openSandbox } from "../../src/sandbox/open-sandbox.ts";
import { explainRefusal } from "../../src/sandbox/refusal.ts";
import type { Decoy } from "./decoys.ts";
import { plantAtHome } from "./decoys.ts";

const { token, system, home, where } = JSON.parse(process.argv[2] ?? "{}") as {
  readonly token: string;
  readonly system: readonly Decoy[];
  readonly home: string;
  readonly where: "project" | "home";
};
const project = join(home, "project");
const directory = where === "home" ? home : project;
const stateDirectory = join(home, ".local/state/fix");
mkdirSync(project, { recursive: true });
const own = plantAtHome(home, project, token);
writeFileSync(join(project, "plain"), "plain\n");
// In the home itself, files that are neither hidden nor secret by name are the working tree.
const isShownAtHome = ({ path }: Decoy) =>
  where === "home" && !path.slice(home.length).includes("/.") && path.startsWith(home);
const decoys = [...own.filter((decoy) => !isShownAtHome(decoy)), ...system];

const tops = [home, "/root", "/home", "/srv", "/mnt", "/media", "/etc", "/var", "/tmp", "/opt"];
const paths = decoys.map(({ path }) => `'${path}'`).join(" ");
const everything = [
  `cat ${paths}`,
  `grep -rsa --exclude-dir=dpkg --exclude-dir=apt '${token}' ${tops.join(" ")} /*guard*`,
  `rg --no-messages --hidden --no-ignore -a '${token}' ${home} /srv /mnt /media`,
  `for each in ${paths}; do head -c 200 "/proc/self/root$each"; done`,
  "cat /proc/self/mountinfo /proc/1/mountinfo /etc/passwd ~/.gitconfig",
  "git config --list",
  "cat plain",
].join(" 2>/dev/null; ");

function tell(through: string, output: string): void {
  const leaked = decoys.filter(({ word }) => output.includes(word)).map(({ path }) => path);
  console.log(JSON.stringify({ through, leaked, seesPlain: output.includes("plain") }));
}

/** Whole disks are searched: how long that takes says nothing about what is seen. */
const TIMEOUT_MS = 600_000;
const limits = { timeoutMs: TIMEOUT_MS };
const options = { directory, home, network: "none", stateDirectory, limits } as const;
const opened = await openSandbox(options);
if (!opened.ok) throw new Error(explainRefusal(opened.refusal));
{
  await using sandbox = opened.value;
  tell("a command", (await sandbox.run({ text: everything })).output);
  tell("a rehearsal", (await sandbox.rehearse({ text: everything })).output);
}
const look = await runReadOnly({
  words: ["/bin/bash", "-c", everything],
  directory,
  workingTree: directory,
  home,
  stateDirectory,
  searchPath: SYSTEM_PATH,
  limits: { ...INVESTIGATION_LIMITS, timeoutMs: TIMEOUT_MS },
});
tell("a look's jail", look.output);
const asked: string[] = [];
for (const command of [
  `grep -rn ${token} .`,
  "cat plain",
  `rg -uu ${token}`,
  "find .",
  "cat .env",
]) {
  await investigate({
    command,
    directory,
    home,
    scrub: (text) => {
      asked.push(text);
      return text;
    },
  });
}
tell("looks", asked.join("\n"));
if (homedir() !== home && process.getuid?.() !== 0) throw new Error("HOME is not the home");
