/** A real failure, small enough to be made in a directory of its own. */
export interface Fixture {
  /** What goes wrong, as the user would say it. */
  readonly when: string;
  /** Files by path; text. */
  readonly files?: Readonly<Record<string, string>>;
  /** Shell text that sets up the rest, run first in the directory. */
  readonly setup?: string;
  /** Shell text that runs before the command, every time. */
  readonly around?: string;
  readonly command: string;
  /** A part of what the failure prints. */
  readonly shows: string;
  /** A part of the hint, where that is the answer: of its command or of its explanation. */
  readonly hints?: string;
  /** The rule that answers, in a file with several. */
  readonly rule?: string;
  /** Required programs; `python3:yaml` is a module; `root` or a user with an `account`. */
  readonly needs?: readonly string[];
  /** Programs that must not be installed. */
  readonly lacks?: readonly string[];
  /** Only fails for this kind of user; root becomes an ordinary user for it and its looks. */
  readonly as?: "user" | "root";
  readonly capabilities?: readonly string[];
  /** The setup changes the system, so it runs inside the sandbox, as do investigations. */
  readonly isSystemWide?: true;
}
