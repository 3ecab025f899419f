/**
 * Records a day with `fix` in tmux and writes what the screen showed to docs/a-day-with-fix.md.
 * As root on Linux, with bubblewrap, tmux, git, Node, Python and a C compiler.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildCli } from "../../apps/cli/build-cli.ts";
import { play } from "./play.ts";
import { SCENES } from "./scenes.ts";
import { TmuxScreen } from "./tmux-screen.ts";

const DOCUMENT = join(import.meta.dirname, "../../docs/a-day-with-fix.md");
const BEGINNING = `# A day with \`fix\`

Recorded in tmux: a bash with [the integration](fix.md#shell-integration), the built-in market, no model
and no network. Nothing is left out or edited. The seconds are those of a small, busy machine.
\`npm run day\` records it again.
`;

await buildCli();
await using screen = await TmuxScreen.open();
const parts = [BEGINNING];
for (const scene of SCENES) {
  const shown = await play(screen, scene);
  parts.push(`## ${scene.title}\n\n${scene.words}\n\n\`\`\`\n${shown}\n\`\`\`\n`);
  console.log(scene.title);
}
writeFileSync(DOCUMENT, parts.join("\n"));
