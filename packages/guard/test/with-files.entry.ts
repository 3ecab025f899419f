/**
 * Opens two sandboxes with files, both in a directory of a repository, and prints what the same command
 * sees in each, first of what it has written and then of what is left for a rehearsal.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { openWithFiles } from "../src/sandbox/open-with-files.ts";

process.umask(0o077);
const repository = join(homedir(), "repository");
const base = join(repository, "temporary");
for (const path of [join(repository, ".git"), base]) mkdirSync(path, { recursive: true });
writeFileSync(join(repository, "mine"), "");

async function open(name: string) {
  const opened = await openWithFiles(
    new Map([
      ["name", name],
      ["in/it", ""],
    ]),
    { base },
  );
  if (typeof opened === "string") throw new Error(opened);
  return opened;
}

await using one = await open("one");
await using other = await open("other");
const written = ["here", "../beside", "$HOME/home", "/tmp/temporary", "/var/tmp/temporary"];
const write = `for at in ${written.join(" ")}; do ! test -e $at && cat name > $at; done`;
// Every login shell reads the last one, but not the shell of a job.
const elsewhere = [base, repository, "/etc/profile"];
const denied = "touch shut; chmod 0 shut; cat shut 2>&1; rm -f shut";
const look = `id; whoami; ${denied}; pwd; echo $HOME $PWD $USER ~; stat -c "%U %n %a" ~ . *; cat name; echo; ls -A . ..; ls ${elsewhere.join(" ")}`;
const both = [one, other];
await Promise.all(both.map(({ run }) => run({ text: write })));
const seen = await Promise.all(
  both.map(async ({ run, rehearse, directory }) => ({
    directory,
    ran: (await run({ text: `${look}; cat ${written.join(" ")}` })).stdout,
    rehearsed: (await rehearse({ text: look })).stdout,
  })),
);
for (const each of seen) console.log(JSON.stringify(each));
