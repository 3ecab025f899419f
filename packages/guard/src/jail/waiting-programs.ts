import type { Waiting } from "@bazaar/work";

/** Programs that do not end by themselves, by what they wait for. Only idle ones are judged by this. */
export type WaitingKind = "editor" | "pager" | "screen" | "prompt" | "follower";

const PROGRAMS: Readonly<Record<WaitingKind, string>> = {
  editor:
    "vi vim vim.basic vim.tiny vim.gtk3 nvim view nano pico emacs emacs-nox emacs-gtk joe jed mcedit micro hx helix kak ed ex",
  pager: "less more most pg man info",
  screen: "top htop btop atop iotop mc ranger tig tmux screen dialog whiptail fzf",
  prompt:
    "ssh sudo su passwd gpg gpg2 pinentry gdb lldb ftp sftp telnet mysql psql sqlite3 redis-cli mongosh",
  follower: "tail watch inotifywait fswatch entr nodemon journalctl dmesg ping yes",
};

const KINDS: ReadonlyMap<string, WaitingKind> = new Map(
  Object.entries(PROGRAMS).flatMap(([kind, names]) =>
    names.split(" ").map((name) => [name, kind as WaitingKind] as const),
  ),
);

const WORDS: Readonly<Record<WaitingKind, string>> = {
  editor: "is an editor and waits for a person",
  pager: "waits for a person who turns pages",
  screen: "shows a screen until a person ends it",
  prompt: "waits for an answer of a person",
  follower: "goes on until a person ends it",
};

/** What an idle program waits for; null if it may well end. */
export function waitingProgram(name: string): Waiting | null {
  const kind = KINDS.get(name);
  if (kind === undefined) return null;
  return { for: kind === "follower" ? "end" : "person", words: `${name} ${WORDS[kind]}` };
}
