/** The supported shells, and the line that turns on the integration in each. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { quoteWord } from "@bazaar/work";

export const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;
export type Shell = (typeof SHELLS)[number];

interface ShellFacts {
  readonly script: string;
  /**
   * The line to add, and to which file. It starts `fix` only if the hooks are not saved yet, and says
   * nothing where PATH gets to `fix` only further below. The hooks themselves keep all their streams.
   */
  readonly line: string;
  /** The same without saved hooks, which people may have too. */
  readonly call: string;
  /** What earlier versions told people to add; it still works. */
  readonly earlier: string;
  readonly file: string;
}

const FACTS: Readonly<Record<Shell, ShellFacts>> = {
  bash: {
    script: "init.bash",
    line: '[ -r ~/.fix/hooks/bash ] && . ~/.fix/hooks/bash || eval "$(fix init bash 2>/dev/null)"',
    call: 'eval "$(fix init bash)"',
    earlier: '. ~/.fix/hooks/bash 2>/dev/null || eval "$(fix init bash)"',
    file: "~/.bashrc",
  },
  zsh: {
    script: "init.zsh",
    line: '[ -r ~/.fix/hooks/zsh ] && . ~/.fix/hooks/zsh || eval "$(fix init zsh 2>/dev/null)"',
    call: 'eval "$(fix init zsh)"',
    earlier: '. ~/.fix/hooks/zsh 2>/dev/null || eval "$(fix init zsh)"',
    file: "~/.zshrc",
  },
  fish: {
    script: "init.fish",
    line: "test -r ~/.fix/hooks/fish; and source ~/.fix/hooks/fish; or begin; command -q fix; and fix init fish | source; end",
    call: "fix init fish | source",
    earlier: "source ~/.fix/hooks/fish 2>/dev/null; or fix init fish | source",
    file: "~/.config/fish/config.fish",
  },
  powershell: {
    script: "init.ps1",
    line: "fix init powershell | Out-String | Invoke-Expression",
    call: "fix init powershell | Out-String | Invoke-Expression",
    earlier: "fix init powershell | Out-String | Invoke-Expression",
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
  return SHELLS.flatMap((shell) => {
    const { line, call, earlier } = FACTS[shell];
    return [line, call, earlier];
  });
}

/** What to add for one shell, and to which file. */
export function addedTo(shell: Shell): Pick<ShellFacts, "line" | "earlier" | "file"> {
  return FACTS[shell];
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
