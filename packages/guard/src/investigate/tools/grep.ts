import {
  choice,
  ENVIRONMENT_FILES,
  type Grammar,
  IN_PIECES,
  NUMBER,
  PATH,
  TEXT,
} from "../grammar.ts";

const FROM_FILE = "patterns are not read from a file; give them with -e";
/** Environment files that are meant to be read. Of two that match a name, grep obeys the last. */
const EXAMPLES = ["example", "sample", "template", "dist", "default", "defaults"];

export const grep: Grammar = {
  purpose: "finds lines in files",
  form: {
    hasLineCount: true,
    switches:
      "-a -b -c -E -F -G -P -h -H -i -I -l -L -n -q -r -s -T -U -v -w -x -y -z -Z --text --byte-offset " +
      "--count --extended-regexp --fixed-strings --basic-regexp --perl-regexp --no-filename " +
      "--with-filename --ignore-case --no-ignore-case --files-with-matches --files-without-match " +
      "--line-number --quiet --silent --recursive " +
      "--no-messages --initial-tab --invert-match --word-regexp --line-regexp --null --null-data --version",
    options: {
      "-e --regexp": TEXT,
      "-A --after-context -B --before-context -C --context -m --max-count": NUMBER,
      "--include --exclude --exclude-dir --label": TEXT,
      "--binary-files": choice("binary", "text", "without-match"),
      "-d --directories": choice("read", "skip"),
      "-D --devices": choice("skip"),
    },
    optional: { "--color --colour": choice("auto", "never") },
    operands: { first: [TEXT], unless: ["-e", "--regexp", "--version"], rest: PATH, min: 1 },
  },
  readsTrees: true,
  readsContents: true,
  adds: () => [
    ...ENVIRONMENT_FILES.map((name) => `--exclude=${name}`),
    ...EXAMPLES.map((ending) => `--include=.env*.${ending}`),
  ],
  never: {
    "-o": IN_PIECES,
    "--only-matching": IN_PIECES,
    "-R": "links are followed only where they are named; use -r",
    "--dereference-recursive": "links are followed only where they are named; use -r",
    "-f": FROM_FILE,
    "--file": FROM_FILE,
    "--exclude-from": "the list would be read from a file; use --exclude PATTERN",
  },
};
