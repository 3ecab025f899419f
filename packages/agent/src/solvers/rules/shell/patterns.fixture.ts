import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "pattern-without-match",
    when: "the endings are in capitals",
    files: { "DSC1.JPG": "1\n", "DSC2.JPG": "2\n", "photos/.keep": "" },
    command: "mv *.jpg photos/",
    shows: "cannot stat '*.jpg'",
  },
  {
    rule: "pattern-without-match",
    when: "the ending has a twin",
    files: { "a.yaml": "a: 1\n", "b.yaml": "b: 1\n" },
    command: "cat *.yml",
    shows: "'*.yml': No such file or directory",
  },
  {
    rule: "pattern-without-match",
    when: "the files are one directory below",
    files: { "src/a.py": "1\n", "src/b.py": "2\n" },
    command: "wc -l *.py",
    shows: "'*.py': No such file or directory",
  },
  {
    rule: "pattern-without-match",
    when: "files would be removed",
    files: { "a.LOG": "1\n" },
    command: "rm *.log",
    shows: "cannot remove '*.log'",
    hints: "*.LOG does. Nothing was removed.",
  },
  {
    rule: "quoted-pattern",
    when: "quotes keep the shell from expanding it",
    files: { "a.csv": "1\n", "b.csv": "2\n" },
    command: 'cat "*.csv"',
    shows: "'*.csv': No such file or directory",
  },
];
