import type { Fixture } from "../test/fixture.ts";

/** A program that only prints what another one would. */
const saying = (text: string) => `printf '%s\\n' ${JSON.stringify(text)} >&2; exit 1`;

export const fixtures: readonly Fixture[] = [
  {
    rule: "disk-full",
    when: "tar writes to a full device",
    files: { "data/a": "x\n" },
    setup: "ln -s /dev/full out.tar",
    command: "tar -cf out.tar data",
    shows: "No space left on device",
    hints: "df -h",
  },
  {
    rule: "watch-limit",
    when: "a watcher starts",
    command: saying("Error: ENOSPC: System limit for number of file watchers reached, watch '/x'"),
    shows: "ENOSPC",
    hints: "max_user_watches",
  },
  {
    rule: "text-busy",
    when: "a program is replaced while it runs",
    around: "cp /bin/sleep busy && ./busy 5 & sleep 0.2",
    command: "cp /bin/true busy",
    shows: "Text file busy",
    hints: "busy is a program that is running",
  },
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
    rule: "read-only",
    when: "the volume is mounted read-only",
    command: saying("touch: cannot touch 'x': Read-only file system"),
    shows: "Read-only",
    hints: "x is on a volume",
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
    rule: "process-gone",
    when: "the process has ended",
    command: "kill 4194300",
    shows: "No such process",
    hints: "no process 4194300",
  },
  {
    rule: "nobody-listens",
    when: "the service is not started",
    command: "curl -fsS http://127.0.0.1:39471/health",
    shows: "Failed to connect to 127.0.0.1 port 39471",
    hints: "Nothing is listening on port 39471",
    needs: ["curl"],
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
