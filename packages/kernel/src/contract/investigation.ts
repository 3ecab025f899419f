/**
 * Which investigation commands are allowed: a first, coarse filter.
 *
 * The first word must be a reading command, and shell characters are refused. Flags and operands
 * are checked on the principal's machine by the guard, which does not rely on this.
 */
const READERS: ReadonlySet<string> = new Set(
  [
    "cat head tail less file wc stat md5sum sha256sum",
    "ls find tree du",
    "grep rg ag",
    "which whereis type uname arch lsb_release hostnamectl",
    "dpkg apt apt-cache rpm pacman pip pip3 npm gem cargo rustc",
    "gcc g++ make cmake clang clang++",
    "echo id whoami pwd",
    "lscpu free df mount ps",
    "readlink realpath basename dirname diff cmp strings",
    "nm ldd objdump pkg-config test timeout",
  ].flatMap((line) => line.split(" ")),
);

export const INVESTIGATION_COMMANDS: readonly string[] = [...READERS].sort();

/** Pipes, separators, substitutions, redirections, and everything that is not one printable line. */
const SHELL_CHARACTERS = /[|;&$`()<>\p{Cc}\p{Cf}\u2028\u2029]/u;

/** Why this command is refused, or null. */
export function investigationProblem(command: string): string | null {
  if (!command.isWellFormed()) return "a lone surrogate has no UTF-8 encoding";
  const found = SHELL_CHARACTERS.exec(command);
  if (found !== null) {
    return `${JSON.stringify(found[0])} is not allowed: one plain command, no shell characters`;
  }
  const [word = ""] = command.trim().split(/\s+/, 1);
  if (!READERS.has(word)) {
    return `${JSON.stringify(word.slice(0, 40))} is not a command that only reads`;
  }
  return null;
}
