/** Signals, other processes' memory, privileges, terminals, and limits tested to their end. */

import { FOREIGN_PROGRAMS } from "./foreign-programs.ts";
import {
  CALLS,
  ESCAPED,
  filteredCall,
  type HostileGroup,
  refusedCall,
  succeeds,
} from "./hostile-command.ts";

export const signals: HostileGroup = {
  category: "signals and ptrace",
  commands: [
    { name: "kill of a host process", command: succeeds("kill -9 $HOST_PID") },
    { name: "kill of everything", command: "kill -9 -1; kill -STOP -1; :" },
    { name: "kill of the first process", command: "kill -9 1; kill -TERM 1; :" },
    {
      name: "a host process in /proc",
      command: succeeds("ls /proc/$HOST_PID/exe && cat /proc/$HOST_PID/environ | grep -q SECRET"),
    },
    {
      name: "processes of others",
      command: `n=$(ls -d /proc/[0-9]* | wc -l); if [ "$n" -gt 8 ]; then echo ${ESCAPED} "$n"; fi`,
    },
    { name: "ptrace", command: refusedCall("ptrace", 16, 1, 0, 0) },
    {
      name: "memory of others",
      command: [
        refusedCall("process_vm_readv", 1, 0, 0, 0, 0, 0),
        refusedCall("process_vm_writev", 1, 0, 0, 0, 0, 0),
        refusedCall("process_madvise", 0, 0, 0, 0, 0),
        refusedCall("kcmp", 1, 1, 0, 0, 0),
      ].join("\n"),
    },
    { name: "descriptors of others", command: refusedCall("pidfd_getfd", 0, 0, 0) },
    {
      name: "shared memory of the host",
      command: succeeds('ipcs -m | grep -q "^0x.* $SHM_ID " || ipcrm -m $SHM_ID'),
    },
    {
      name: "a daemon that strikes later",
      command:
        '(setsid sh -c \'sleep 0.5; echo pwned > "$HOME"/canary; echo pwned > "$HOME"/fix-escape\' >/dev/null 2>&1 </dev/null &) ; sleep 0.1',
    },
    {
      name: "a daemon that keeps the output open",
      command: "(setsid sleep 1000 &); echo done",
      limits: { timeoutMs: 5_000 },
    },
    {
      name: "the host's scheduler",
      command: succeeds("chrt -f 99 true || nice -n -20 sh -c '[ $(nice) = -20 ]'"),
    },
  ],
};

export const privileges: HostileGroup = {
  category: "setuid",
  commands: [
    {
      name: "a setuid shell",
      command: `cp /bin/bash sh; chmod 6755 sh; ./sh -p -c 'grep -q "^NoNewPrivs:.1" /proc/self/status' || echo ${ESCAPED}`,
    },
    {
      name: "su and sudo",
      as: "user",
      command: succeeds("su -c true </dev/null || { command -v sudo && sudo -n true; }"),
    },
    {
      name: "file capabilities",
      command: `cp /bin/cat c; setcap cap_sys_admin+ep c 2>/dev/null; ./c /proc/self/status | grep -qE '^CapEff:.*(1fff|3fff|200000)' && echo ${ESCAPED}; :`,
    },
    {
      name: "capabilities it should not have",
      as: "root",
      command: `perl -ne 'if (/^CapEff:\\s+(\\w+)/) { my $c = hex $1; print "${ESCAPED} $1\\n" if $c & ~0x800000fb }' /proc/self/status`,
    },
    {
      name: "any capability at all",
      as: "user",
      command: `grep -q '^CapEff:.0000000000000000' /proc/self/status || echo ${ESCAPED}`,
    },
    {
      name: "running without a filter",
      command: `grep -q '^Seccomp:.2' /proc/self/status || echo ${ESCAPED}`,
    },
    {
      name: "another user id",
      as: "user",
      command: succeeds("perl -e '$< = $> = 0; exit($> == 0 ? 0 : 1)'"),
    },
    {
      name: "a setuid program of the system",
      as: "user",
      command: succeeds("passwd -S root || chsh -s /bin/false root </dev/null"),
    },
    ...FOREIGN_PROGRAMS.map(({ name, base64 }) => ({
      name,
      command: `echo ${base64} | base64 -d > foreign; chmod +x foreign; ./foreign && echo ${ESCAPED}; :`,
    })),
  ],
};

export const forgeries: HostileGroup = {
  category: "xattr forgeries",
  commands: [
    {
      name: "an opaque directory",
      command:
        'setfattr -n user.overlay.opaque -v y "$HOME"; setfattr -n user.overlay.opaque -v y "$PWD"; :',
    },
    {
      name: "an opaque directory, trusted",
      command: succeeds('setfattr -n trusted.overlay.opaque -v y "$HOME"'),
    },
    {
      name: "a redirect out of the tree",
      command: `mkdir d; ${succeeds("setfattr -n trusted.overlay.redirect -v /etc d")}; setfattr -n user.overlay.redirect -v /etc d; if [ -e d/passwd ]; then echo ${ESCAPED}; fi`,
    },
    {
      name: "a whiteout by attribute",
      command:
        'echo > w; setfattr -n user.overlay.whiteout -v y w; setfattr -n user.overlay.whiteouts -v y "$HOME"; :',
    },
    {
      name: "a metadata copy of somebody else's file",
      command: `echo > m; setfattr -n user.overlay.metacopy m; setfattr -n user.overlay.redirect -v /etc/shadow m; if [ -s m ] && grep -q root m; then echo ${ESCAPED}; fi`,
    },
  ],
};

/** On standard input, which is not a terminal. */
const terminalCall = (request: number) => filteredCall(CALLS.ioctl, 0, request, '"x"');

export const terminal: HostileGroup = {
  category: "terminal",
  commands: [
    { name: "typing into the terminal", command: terminalCall(0x5412) },
    {
      name: "typing into the terminal, with bits that the kernel ignores",
      command: terminalCall(0x100005412),
    },
    { name: "pasting on the console", command: terminalCall(0x541c) },
    { name: "taking over the console", command: terminalCall(0x541d) },
    { name: "another line discipline", command: terminalCall(0x5423) },
    { name: "the controlling terminal", command: succeeds("exec 9<>/dev/tty") },
    { name: "standard input of the user", command: succeeds("timeout 2 head -c 1 | grep -q .") },
  ],
};

const MIB = 2 ** 20;

export const exhaustion: HostileGroup = {
  category: "exhaustion",
  commands: [
    {
      name: "disk",
      // Two files, because none grows beyond the limit by itself.
      command:
        "for name in one two; do dd if=/dev/zero of=$name bs=1M count=3000 2>/dev/null; done; sleep 5",
      stops: "disk",
      limits: { diskBytes: 64 * MIB },
    },
    {
      name: "disk, in files that have no name any more",
      command:
        "exec 8>one 9>two; rm one two; for fd in 8 9; do dd if=/dev/zero bs=1M count=3000 >&$fd 2>/dev/null; done; sleep 5",
      stops: "disk",
      limits: { diskBytes: 64 * MIB },
    },
    {
      name: "inodes",
      command:
        'perl -e \'mkdir "d"; for (1..400000) { open(F, ">d/$_") or last; close F } sleep 5\'',
      stops: "inodes",
      limits: { inodes: 2_000 },
    },
    {
      name: "one file too large",
      command: succeeds("truncate -s 1E sparse || dd if=/dev/zero of=f bs=1M count=20 2>/dev/null"),
      limits: { fileBytes: 8 * MIB },
    },
    { name: "output", command: "yes", stops: "output", limits: { outputBytes: 4 * MIB } },
    {
      name: "output without a line end, to standard error",
      command: "tr '\\0' x < /dev/zero >&2",
      stops: "output",
      limits: { outputBytes: 4 * MIB },
    },
    { name: "time", command: "sleep infinity", stops: "time", limits: { timeoutMs: 1_500 } },
    {
      name: "time, deaf to signals",
      command: "trap '' TERM INT HUP QUIT; while :; do :; done",
      stops: "time",
      limits: { timeoutMs: 1_500 },
    },
    {
      name: "time, in a daemon's clothes",
      command: "setsid sleep infinity & setsid sleep infinity & wait",
      stops: "time",
      limits: { timeoutMs: 1_500 },
    },
    {
      name: "memory in one process",
      command: "perl -e '$x = q(a) x 400_000_000; sleep 5'; echo survived $?; sleep 5",
      limits: { memoryBytes: 64 * MIB, timeoutMs: 4_000 },
      stops: "memory",
      as: "root",
    },
    {
      name: "memory in one process, without control groups",
      command: succeeds("perl -e '$x = q(a) x 400_000_000; exit(length($x) > 1 ? 0 : 1)'"),
      limits: { memoryBytes: 64 * MIB },
      as: "user",
    },
    {
      name: "memory in many processes",
      command:
        "for i in $(seq 12); do perl -e '$x = q(a) x 30_000_000; sleep 5' & done; wait; sleep 5",
      stops: "memory",
      limits: { memoryBytes: 128 * MIB, timeoutMs: 6_000 },
    },
    {
      name: "memory in /dev/shm",
      command: `${succeeds("dd if=/dev/zero of=/dev/shm/x bs=1M count=40 2>/dev/null")}; ${succeeds("dd if=/dev/zero of=/run/x bs=1M count=40 2>/dev/null")}`,
      limits: { scratchBytes: 8 * MIB },
    },
    {
      name: "processes",
      command: "bomb() { bomb | bomb & }; bomb; sleep 1; kill -9 -1",
      limits: { processes: 60, timeoutMs: 30_000 },
    },
    {
      name: "open files",
      command: succeeds(
        'ulimit -n 100000 2>/dev/null || perl -e \'my @f; for (1..5000) { open(my $f, "<", "/dev/null") or exit 1; push @f, $f }\'',
      ),
      limits: { openFiles: 256 },
    },
    {
      name: "depth",
      command: 'perl -e \'for (1..3000) { mkdir "d" or last; chdir "d" or last }\'',
    },
    {
      name: "directories that nobody may enter",
      command: "mkdir -p a/b/c; echo x > a/b/c/x; chmod 000 a/b/c a/b a",
    },
    {
      name: "a core dump",
      command: `ulimit -c unlimited 2>/dev/null && echo ${ESCAPED}; sh -c 'kill -SEGV $$'; if ls core* 2>/dev/null | grep -q .; then echo ${ESCAPED}; fi`,
    },
  ],
};
