/** `--show <path>`, of every command that opens a sandbox. Light: it is loaded before the command runs. */
import { Option } from "@bazaar/terminal";

export interface ShowFlags {
  readonly show?: readonly string[];
}

export function showOption(): Option {
  return new Option(
    "--show <path>",
    "let a fix read this file or directory too; repeat it for more",
  ).argParser((path: string, before: readonly string[] = []) => [...before, path]);
}
