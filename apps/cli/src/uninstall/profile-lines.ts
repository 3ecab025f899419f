/** Lines in the start-up files of shells that turn on the integration. */
import { readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { writeWhole } from "@bazaar/guard/write-whole";
import { addedLines } from "../shell/shells.ts";

export interface ProfileLine {
  readonly path: string;
  readonly number: number;
  readonly text: string;
  /** Exactly a line that `fix init` tells people to add. Removing another one could break the file. */
  readonly isRemovable: boolean;
}

const ASKS_FIX = /^(?!\s*#).*\bfix (?:init|completion)\s+(?:bash|zsh|fish|powershell|pwsh)\b/;
const MAX_BYTES = 2 ** 20;
const PERMISSIONS = 0o7777;

export function profileLines(home: string, environment: NodeJS.ProcessEnv): readonly ProfileLine[] {
  return profileFiles(home, environment).flatMap((path) => {
    const lines = readLines(path) ?? [];
    return lines.flatMap((text, index) =>
      ASKS_FIX.test(text)
        ? [{ path, number: index + 1, text: shown(text), isRemovable: isOurs(text) }]
        : [],
    );
  });
}

/** Removes our lines from one file, which keeps its mode and may be behind a link. */
export function removeProfileLines(path: string): void {
  const lines = readLines(path);
  if (lines === null) return;
  const real = realpathSync(path);
  const { mode } = statSync(real);
  const rest = lines.filter((line) => !isOurs(line)).join("\n");
  writeWhole(real, Buffer.from(rest, "latin1"), mode & PERMISSIONS);
}

function shown(line: string): string {
  return Buffer.from(line.trim(), "latin1").toString("utf8");
}

function isOurs(line: string): boolean {
  return addedLines().includes(line.trimEnd());
}

function profileFiles(
  home: string,
  { ZDOTDIR, XDG_CONFIG_HOME }: NodeJS.ProcessEnv,
): readonly string[] {
  const settings = XDG_CONFIG_HOME?.startsWith("/") ? XDG_CONFIG_HOME : join(home, ".config");
  const zsh = ZDOTDIR?.startsWith("/") ? ZDOTDIR : home;
  return [
    ...[".bashrc", ".bash_profile", ".bash_login", ".profile"].map((name) => join(home, name)),
    ...[".zshrc", ".zprofile", ".zshenv"].map((name) => join(zsh, name)),
    join(settings, "fish", "config.fish"),
    ...["profile.ps1", "Microsoft.PowerShell_profile.ps1"].map((name) =>
      join(settings, "powershell", name),
    ),
  ];
}

/** Null where there is no such file, or one that nobody writes by hand. */
function readLines(path: string): readonly string[] | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined || !stats.isFile() || stats.size > MAX_BYTES) return null;
  // Byte for byte: a line in another encoding must survive.
  return readFileSync(path, "latin1").split("\n");
}
