import {
  choice,
  ENVIRONMENT_FILES,
  type Grammar,
  IN_PIECES,
  NUMBER,
  PATH,
  POSITIONS,
  TEXT,
  word,
} from "../grammar.ts";

const RUNS = "it runs a program";
const FROM_FILE = "patterns are not read from a file; give them with -e";
const TYPE = word(/^[a-z0-9]+$/, "a file type like ts");

export const rg: Grammar = {
  purpose: "finds lines in files, leaving out what git ignores",
  form: {
    switches:
      "-a -b -c -F -h -H -i -I -l -n -N -P -q -s -S -u -U -v -V -w -x -0 -. --files --hidden --no-hidden " +
      "--no-ignore --no-ignore-vcs --no-ignore-parent --files-with-matches --files-without-match --fixed-strings " +
      "--ignore-case --smart-case --case-sensitive --invert-match --word-regexp --line-regexp " +
      "--count --count-matches --line-number --no-line-number --no-heading --heading " +
      "--stats --text --multiline --multiline-dotall --pcre2 --trim --null " +
      "--no-messages --no-filename --with-filename --type-list --unrestricted --one-file-system " +
      "--no-config --no-follow --glob-case-insensitive --passthru --version",
    options: {
      "-e --regexp": TEXT,
      "-A --after-context -B --before-context -C --context -m --max-count": NUMBER,
      "-d --max-depth --maxdepth -M --max-columns -j --threads": NUMBER,
      "-g --glob --iglob": TEXT,
      "-t --type -T --type-not": TYPE,
      "--sort --sortr": choice("none", "path", "modified", "accessed", "created"),
      "--color": choice("never", "auto"),
      "--max-filesize": word(/^\d{1,12}[KMG]?$/, "a size like 10M"),
    },
    operands: {
      first: [TEXT],
      unless: ["-e", "--regexp", "--files", "--type-list", "--version", "-V"],
      rest: PATH,
      min: 1,
    },
  },
  filters: {
    switches:
      "-c -F -h -H -i -I -l -n -N -o -P -q -s -S -v -w -x --fixed-strings --ignore-case --smart-case --only-matching " +
      "--case-sensitive --invert-match --word-regexp --line-regexp --count --line-number",
    options: {
      "-e --regexp": TEXT,
      "-A --after-context -B --before-context -C --context -m --max-count": NUMBER,
    },
    operands: { first: [TEXT], unless: ["-e", "--regexp"], rest: PATH, min: 1 },
  },
  readsInputBy: ["-"],
  readsTrees: true,
  readsContents: true,
  adds: () => ENVIRONMENT_FILES.map((name) => `--glob=!${name}`),
  never: {
    "-o": IN_PIECES,
    "--only-matching": IN_PIECES,
    "-r": IN_PIECES,
    "--replace": IN_PIECES,
    "--json": IN_PIECES,
    "--column": POSITIONS,
    "--vimgrep": POSITIONS,
    "-p": "colours are not shown",
    "--pre": RUNS,
    "--pre-glob": RUNS,
    "--hostname-bin": RUNS,
    "-z": "it starts programs that decompress",
    "--search-zip": "it starts programs that decompress",
    "-f": FROM_FILE,
    "--file": FROM_FILE,
    "--ignore-file": "the list would be read from a file; use -g '!PATTERN'",
    "-L": "links are followed only where they are named",
    "--follow": "links are followed only where they are named",
  },
};
