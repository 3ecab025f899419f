import {
  ENVIRONMENT_FILES,
  type Grammar,
  IN_PIECES,
  NUMBER,
  PATH,
  POSITIONS,
  TEXT,
} from "../grammar.ts";

export const ag: Grammar = {
  purpose: "finds lines in files, leaving out what git ignores",
  form: {
    spelling: "separate",
    switches:
      "-a -c -H -i -l -L -n -Q -r -R -s -S -t -u -U -v -w -0 --all-text --all-types --count --nocolor --nogroup " +
      "--nobreak --noheading --numbers --nonumbers --filename --nofilename --files-with-matches " +
      "--files-without-matches --hidden --ignore-case --case-sensitive --smart-case --invert-match " +
      "--literal --fixed-strings --word-regexp --norecurse --recurse --unrestricted " +
      "--skip-vcs-ignores --one-device --silent --stats --version",
    options: {
      "-A --after -B --before -C --context -m --max-count --depth": NUMBER,
      "-G --file-search-regex --ignore --ignore-dir": TEXT,
    },
    operands: { first: [TEXT], unless: ["--version"], rest: PATH, min: 1 },
  },
  readsTrees: true,
  readsContents: true,
  adds: () => ENVIRONMENT_FILES.map((name) => `--ignore=${name}`),
  never: {
    "-o": IN_PIECES,
    "--only-matching": IN_PIECES,
    "-W": IN_PIECES,
    "--width": IN_PIECES,
    "--column": POSITIONS,
    "--vimgrep": POSITIONS,
    "--pager": "it runs a program",
    "-z": "archives are not opened",
    "--search-zip": "archives are not opened",
    "-p": "the list would be read from a file; use --ignore PATTERN",
    "--path-to-ignore": "the list would be read from a file; use --ignore PATTERN",
    "-f": "links are followed only where they are named",
    "--follow": "links are followed only where they are named",
  },
};
