import type { Fixture } from "../test/fixture.ts";

/** A program that only prints what another one would. */
const saying = (text: string) => `printf '%s\\n' ${JSON.stringify(text)} >&2; exit 1`;

export const fixtures: readonly Fixture[] = [
  {
    rule: "long-arguments",
    when: "a pattern matches too much",
    command: `/bin/echo $(seq 1 400000)`,
    shows: "Argument list too long",
    hints: "xargs -0",
  },
  {
    rule: "open-files",
    when: "the limit is low",
    command: saying("sort: open failed: a: Too many open files"),
    shows: "Too many open files",
    hints: "ulimit -n",
  },
  {
    rule: "device-busy",
    when: "somebody is in the directory",
    command: saying("umount: /mnt/usb: target is busy."),
    shows: "busy",
    hints: "fuser -v /mnt/usb",
  },
  {
    rule: "process-limit",
    when: "fork fails",
    command: saying("bash: fork: retry: Resource temporarily unavailable"),
    shows: "fork",
    hints: "ulimit -u",
  },
  {
    rule: "noclobber",
    when: "the target exists",
    files: { "names.sorted": "by hand\n" },
    command: "set -C; echo x > names.sorted",
    shows: "cannot overwrite existing file",
    hints: "names.sorted exists",
  },
  {
    rule: "kill-by-name",
    when: "a name is given",
    command: "kill -9 dev-server",
    shows: "arguments must be process or job IDs",
    hints: "pgrep -fl dev-server",
  },
  {
    rule: "directory-in-use",
    when: "something is left in it",
    files: { "build/a": "" },
    command: "rmdir build",
    shows: "Directory not empty",
    hints: "ls -A build",
  },
  {
    rule: "foreign-binary",
    when: "a program is for another processor",
    setup: "printf '\\177ELF\\2\\1\\1\\0\\0\\0\\0\\0\\0\\0\\0\\0' > tool; chmod +x tool",
    command: "./tool",
    shows: "cannot execute binary file",
    hints: "file ./tool",
  },
];
