/** Start-up files of shells with the integration and `~/bin/fix`. */
import { hookScript, type Shell } from "../shells.ts";
import { PROMPT } from "./typed-shell.ts";

type Files = Readonly<Record<string, string>>;

const FISH = ".config/fish/config.fish";

const STARTUP = {
  bash: {
    ".bashrc": `chmod +x ~/bin/fix; PATH=~/bin:$PATH; PS1='${PROMPT}'\n${hookScript("bash")}`,
  },
  zsh: {
    ".zshrc": `chmod +x ~/bin/fix; path=(~/bin $path); PS1='${PROMPT}'; unsetopt prompt_sp\n${hookScript("zsh")}`,
  },
  fish: {
    [FISH]: `set -g fish_greeting
chmod +x ~/bin/fix; set -gx PATH ~/bin $PATH
function fish_prompt; printf '${PROMPT}'; end
cat ~/hooks | source`,
    hooks: hookScript("fish"),
    ".local/share/fish/generated_completions/none.fish": "",
  },
} satisfies Partial<Record<Shell, Files>>;

export function promptStartup(shell: keyof typeof STARTUP): Files {
  return STARTUP[shell];
}
