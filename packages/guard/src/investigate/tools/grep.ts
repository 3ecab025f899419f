import { choice, ENVIRONMENT_FILES, type Grammar, NUMBER, PATH, TEXT } from "../grammar.ts";

const IN_TREES = "parts of lines are shown of named files only, not of whole directories";
const FROM_FILE = "patterns are not read from a file; give them with -e";
/** Environment files that are meant to be read. Of two that match a name, grep obeys the last. */
const EXAMPLES = ["example", "sample", "template", "dist", "default", "defaults"];

const ALSO_ON_TEXT =
  "-a -c -E -F -G -P -h -H -i -I -l -L -n -q -s -v -w -x -z --line-buffered --text --count " +
  "--extended-regexp --fixed-strings --basic-regexp --perl-regexp --no-filename --ignore-case " +
  "--line-number --quiet --silent --no-messages --invert-match --word-regexp --line-regexp";

export const grep: Grammar = {
  purpose: "finds lines in files",
  form: {
    hasLineCount: true,
    switches:
      "-a -b -c -E -F -G -P -h -H -i -I -l -L -n -q -r -R -s -T -U -v -w -x -y -z -Z --text --byte-offset " +
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
  filters: {
    hasLineCount: true,
    switches: `${ALSO_ON_TEXT} -o --only-matching -b --byte-offset`,
    options: {
      "-e --regexp": TEXT,
      "-A --after-context -B --before-context -C --context -m --max-count": NUMBER,
    },
    optional: { "--color --colour": choice("auto", "never") },
    operands: { first: [TEXT], unless: ["-e", "--regexp"], rest: PATH, min: 1 },
  },
  readsTrees: true,
  readsContents: true,
  // Links are followed only where they are named.
  rewrites: (words) => words.map((one) => one.replace(/^(-[^-eABCmdD]*?)R/, "$1r")),
  adds: () => [
    ...ENVIRONMENT_FILES.map((name) => `--exclude=${name}`),
    ...EXAMPLES.map((ending) => `--include=.env*.${ending}`),
  ],
  never: {
    "-o": IN_TREES,
    "--only-matching": IN_TREES,
    "--dereference-recursive": "links are followed only where they are named; use -r",
    "-f": FROM_FILE,
    "--file": FROM_FILE,
    "--exclude-from": "the list would be read from a file; use --exclude PATTERN",
  },
};
