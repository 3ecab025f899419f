/** A real failure, small enough to be made in a directory of its own. */
export interface Fixture {
  /** What goes wrong, in the words of whoever it happens to. */
  readonly when: string;
  /** Files by path; text. */
  readonly files?: Readonly<Record<string, string>>;
  /** Shell text that makes the rest, run in the directory before anything else. */
  readonly setup?: string;
  /** What else is going on in the shell or the machine: run before the command, every time. */
  readonly around?: string;
  readonly command: string;
  /** A part of what the failure prints. */
  readonly shows: string;
  /** Programs without which it cannot happen; `python3:yaml` is a module, `account` that the user has a name. */
  readonly needs?: readonly string[];
  /** Programs with which it cannot happen. */
  readonly lacks?: readonly string[];
  /** Who runs it: as root an ordinary user is put on, or it only happens to root. */
  readonly as?: "user" | "root";
  readonly capabilities?: readonly string[];
  /** Whether the setup changes the system: then it runs inside the sandbox, and looks do too. */
  readonly isSystemWide?: true;
}
