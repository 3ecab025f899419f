import { defaultStateDirectory, explainCommitRefusal, shownPath, undo } from "@bazaar/guard/commit";
import { asciiJson, Command } from "@bazaar/terminal";
import { complain, say } from "../terminal.ts";

const EXIT_REFUSED = 1;
const MAX_LINES = 200;

export function undoCommand(): Command {
  return new Command("undo")
    .description("take back the last commit of fix, unless its files were changed since")
    .option("--json", "answer in JSON")
    .addHelpText("after", "\nExits with 0 if it was taken back, with 1 if nothing was changed.")
    .action(run);
}

async function run({ json = false }: { readonly json?: boolean }): Promise<void> {
  const undone = await undo(defaultStateDirectory(process.getuid?.() ?? -1, process.env));
  const paths = undone.ok ? undone.value.paths.map(shownPath) : [];
  const problem = undone.ok ? null : explainCommitRefusal(undone.refusal);
  if (problem !== null) process.exitCode = EXIT_REFUSED;
  if (json) {
    const code = undone.ok ? null : undone.refusal.code;
    say(asciiJson(JSON.stringify({ undone: undone.ok, paths, code, problem })));
    return;
  }
  for (const line of problem ?? []) complain(line);
  for (const path of paths.slice(0, MAX_LINES)) say(`  ${JSON.stringify(path)}`);
  if (undone.ok) say(`Took back ${paths.length} changes.`);
}
