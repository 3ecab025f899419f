import { hasProgram } from "@bazaar/testkit/program";
import { sample } from "@bazaar/testkit/sample";
import { NO_EDITOR, type Waiting } from "@bazaar/work";
import { describe, expect, test } from "vitest";
import { isRoot, testUser } from "../../test/as-user.ts";

const ENTRY = new URL("../../test/waiting.entry.ts", import.meta.url);

interface Ended {
  readonly exitCode: number | null;
  readonly stoppedBy: string | null;
  readonly waits: Waiting | null;
  readonly output: string;
}

/** Programs in perl, because every sandbox sees it. */
const perl = (text: string) => `perl -MSocket -e '${text}'`;
const LISTEN =
  "socket(S, PF_INET, SOCK_STREAM, 0); bind(S, pack_sockaddr_in(4711, INADDR_ANY)); listen(S, 1);";
const INOTIFY = process.arch === "arm64" ? "syscall(26, 0)" : "syscall(294, 0)";

/** What each command is, and how it ends. */
const ROWS: readonly { text: string; ends: object }[] = [
  {
    text: perl(`${LISTEN} sleep 100`),
    ends: {
      stoppedBy: "waiting",
      waits: {
        for: "end",
        words: "perl is a server: it listens on port 4711 and does not end",
      },
    },
  },
  {
    text: "touch log; tail -f log",
    ends: {
      stoppedBy: "waiting",
      waits: { for: "end", words: "tail goes on until a person ends it" },
    },
  },
  {
    text: perl(`${INOTIFY}; sleep 100`),
    ends: {
      stoppedBy: "waiting",
      waits: { for: "end", words: "perl watches files for changes and does not end" },
    },
  },
  // Idle for longer than a server is waited for, and no server.
  { text: "sleep 9; exit 3", ends: { stoppedBy: null, exitCode: 3 } },
  // A server that is used, or that its own command ends.
  {
    text: perl(`$| = 1; ${LISTEN} for (1..5) { print; sleep 2 } exit 4`),
    ends: { stoppedBy: null, exitCode: 4 },
  },
  // No terminal, no input and no editor: a program that asks gets an answer at once.
  { text: "read answer", ends: { exitCode: 1, stoppedBy: null } },
  { text: "cat > /dev/null; : < /dev/tty", ends: { exitCode: 1, stoppedBy: null } },
  {
    text: "git init -q . && git -c user.name=a -c user.email=a@b commit --allow-empty",
    ends: {
      exitCode: 1,
      stoppedBy: null,
      output: expect.stringContaining(NO_EDITOR),
    },
  },
];

describe.each(sample("waiting commands", ["root", "user"] as const, 1))(
  "commands of %s that wait",
  (who) => {
    const canRun = hasProgram("git", "bwrap", "perl") && (who === "user" || isRoot);

    test.skipIf(!canRun)(
      `are ended and named, the others left alone (needs bwrap, git, perl${who === "root" ? ", root" : ""})`,
      async () => {
        await using user = await testUser(who);
        const told = await user.run<Ended>(
          ENTRY,
          ROWS.map(({ text }) => text),
        );
        for (const [index, { text, ends }] of ROWS.entries()) {
          expect(told[index], text).toMatchObject(ends);
        }
      },
    );
  },
);
