import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "grep-order",
    when: "the file comes before the pattern",
    files: { "app.log": "08:02 ERROR no cache\n" },
    command: "grep -n app.log ERROR",
    shows: "grep: ERROR: No such file or directory",
  },
  {
    rule: "find-order",
    when: "the path comes last",
    files: { "var/log/web.log": "x\n" },
    command: "find -name '*.log' var -type f",
    shows: "paths must precede expression",
  },
  {
    rule: "mode-order",
    when: "the file comes before the mode",
    files: { "tools/gen.sh": "#!/bin/sh\n" },
    command: "chmod tools/gen.sh u+x",
    shows: "invalid mode",
  },
  {
    rule: "tar-letters",
    when: "f is not the last letter",
    files: { "src/a.c": "\n" },
    command: "tar -fcz out.tgz src",
    shows: "tar:",
  },
  {
    rule: "tar-mode",
    when: "an archive that exists is named",
    files: { "src/a.c": "\n" },
    setup: "tar -czf src.tar.gz src && rm -r src",
    command: "tar -zf src.tar.gz",
    shows: "You must specify one of the",
  },
  {
    rule: "archive-order",
    when: "the directory comes before the archive",
    files: { "src/a.c": "\n" },
    command: "tar -czf src src.tar.gz",
    shows: "tar",
  },
  {
    rule: "link-order",
    when: "the new name comes before the file",
    files: { "releases/v2": "\n", current: "\n" },
    setup: "rm current",
    command: "ln -s current releases/v2",
    shows: "File exists",
  },
  {
    rule: "link-order",
    when: "the link is to be made in the home",
    files: { "dotfiles/vimrc": "set number\n" },
    command: "HOME=$PWD/home; mkdir -p home; ln -s ~/.vimrc dotfiles/vimrc",
    shows: "failed to create symbolic link 'dotfiles/vimrc': File exists",
  },
];
