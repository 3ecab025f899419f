/**
 * Which investigation commands may be asked at all: the first, coarse sieve.
 *
 * Only first words that read, and nothing a shell would act on. What each tool's flags and
 * operands may be is decided on the principal's machine by the guard, which trusts nothing here.
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

/** Why this command may not be asked, or null. */
export function investigationProblem(command: string): string | null {
  if (!command.isWellFormed()) return "half a character has no bytes to be sent as";
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
