import { spawnSync } from "node:child_process";
import { Command } from "@bazaar/terminal";
import { hasProgram } from "@bazaar/testkit/program";
import { describe, expect, test } from "vitest";
import { allCommands, defaultCommand } from "../../apps/cli/src/commands/lazy-commands.ts";
import { PROGRAM as FIX } from "../../apps/cli/src/run-verb.ts";
import { PROGRAM as BAZAAR } from "../../apps/server/src/program.ts";
import { manPage } from "./man-page.ts";

const FACTS = { summary: "a summary", seeAlso: "other" };

describe.skipIf(!hasProgram("groff"))("a manual page (needs groff)", () => {
  test.each([
    { name: "fix", program: async () => ({ ...FIX, commands: await allCommands() }) },
    { name: "bazaar", program: async () => BAZAAR },
  ])("of $name has every verb and option, and groff warns of nothing", async ({ program }) => {
    const page = { ...(await program()), otherwise: await defaultCommand() };
    const { text, warnings } = rendered(manPage(page, FACTS));
    expect(warnings).toBe("");
    for (const command of [...page.commands, page.otherwise]) {
      const verb = `${page.name} ${command.name()}`;
      if (command !== page.otherwise) expect(text).toContain(verb);
      for (const { long } of command.options) expect(text).toContain(long);
    }
  });

  test("shows every character of the help as it is, and never reads it as a request", () => {
    const odd = String.raw`.so /etc/passwd \n(.z 'a' -- "b" ~ ^ ${"`"}c${"`"}`;
    const verb = new Command("verb").description(odd).addHelpText("after", `\n${odd}\n\n  ${odd}`);
    const program = { name: "p", description: odd, version: "1", commands: [verb] };
    const { text, warnings } = rendered(manPage(program, FACTS));
    expect(warnings).toBe("");
    expect(text.split(odd.slice(1))).toHaveLength(5);
  });
});

function rendered(page: string) {
  const words = ["-ww", "-man", "-Tascii", "-P-c", "-P-bou", "-rLL=300n"];
  const { stdout, stderr } = spawnSync("groff", words, { input: page, encoding: "utf8" });
  return { text: stdout.replace(/ +/g, " "), warnings: stderr };
}
