import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "empty-variable",
    when: "a directory was never set",
    files: { "out/obj-4711/main.o": "x\n" },
    command: 'rm -r "$BUILD_DIR/obj-4711"',
    shows: "cannot remove '/obj-4711'",
    hints: "BUILD_DIR is not set or empty in this shell, so the path became /obj-4711",
  },
  {
    rule: "empty-variable",
    when: "it is set for the command only",
    files: { "conf/app-4711.ini": "a=1\n" },
    command: "CONF=conf cat $CONF/app-4711.ini",
    shows: "/app-4711.ini: No such file or directory",
    hints: "before the command gets it",
  },
  {
    rule: "empty-variable",
    when: "another name was set",
    files: { "conf/app-4711.ini": "a=1\n" },
    command: "CONF_DIR=conf; cat $CONFDIR/app-4711.ini",
    shows: "/app-4711.ini: No such file or directory",
  },
  {
    rule: "empty-target",
    when: "the log file was never set",
    command: "echo started > $LOGFILE",
    shows: "ambiguous redirect",
    hints: "LOGFILE is not set, or holds several words",
  },
];
