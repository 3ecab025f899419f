/** The supported shells, and the line that turns on the integration in each. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { quoteWord } from "@bazaar/work";

export const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;
export type Shell = (typeof SHELLS)[number];

interface ShellFacts {
  readonly script: string;
  /** The line to add, and to which file. It starts `fix` only if the hooks are not saved yet. */
  readonly line: string;
  /** The same without saved hooks, which people may have too. */
  readonly call: string;
  readonly file: string;
}

const FACTS: Readonly<Record<Shell, ShellFacts>> = {
  bash: {
    script: "init.bash",
    line: '. ~/.fix/hooks/bash 2>/dev/null || eval "$(fix init bash)"',
    call: 'eval "$(fix init bash)"',
    file: "~/.bashrc",
  },
  zsh: {
    script: "init.zsh",
    line: '. ~/.fix/hooks/zsh 2>/dev/null || eval "$(fix init zsh)"',
    call: 'eval "$(fix init zsh)"',
    file: "~/.zshrc",
  },
  fish: {
    script: "init.fish",
    line: "source ~/.fix/hooks/fish 2>/dev/null; or fix init fish | source",
    call: "fix init fish | source",
    file: "~/.config/fish/config.fish",
  },
  powershell: {
    script: "init.ps1",
    line: "fix init powershell | Out-String | Invoke-Expression",
    call: "fix init powershell | Out-String | Invoke-Expression",
    file: "$PROFILE",
  },
};

const SCRIPTS = new URL("./scripts/", import.meta.url);

/** The shell of a program name or path. */
export function shellNamed(program: string): Shell | null {
  const name = basename(program).replace(/^-|\.exe$/g, "");
  return SHELLS.find((shell) => shell === name) ?? (name === "pwsh" ? "powershell" : null);
}

/** The lines that a person was told to add, whatever the shell. */
export function addedLines(): readonly string[] {
  return SHELLS.flatMap((shell) => [FACTS[shell].line, FACTS[shell].call]);
}

export function startLine(shell: Shell): string {
  const { line, file } = FACTS[shell];
  return `add \`${line}\` to ${file}`;
}

/** The hooks of a shell, as the text that it evaluates when it starts. */
export function hookScript(shell: Shell): string {
  const recorder = quoteWord(fileURLToPath(new URL("recorder.sh", SCRIPTS)));
  const text = readFileSync(new URL(FACTS[shell].script, SCRIPTS), "utf8");
  return text.replaceAll("@RECORDER@", () => recorder);
}
