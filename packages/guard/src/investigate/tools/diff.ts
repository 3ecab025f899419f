import {
  choice,
  ENVIRONMENT_FILES,
  type Grammar,
  IN_PIECES,
  NUMBER,
  PATH,
  TEXT,
} from "../grammar.ts";

const UNSEEN = "the list would be read from a file; name the files";

export const diff: Grammar = {
  purpose: "shows how two files or directories differ",
  form: {
    switches:
      "-a -b -B -c -d -E -i -N -q -r -s -t -T -u -w -Z --text --brief --recursive --new-file --unified --context " +
      "--report-identical-files --ignore-case --ignore-space-change " +
      "--ignore-all-space --ignore-blank-lines --ignore-trailing-space --strip-trailing-cr " +
      "--no-dereference --minimal --expand-tabs",
    options: {
      "-U -C": NUMBER,
      "-x --exclude -I --ignore-matching-lines -L --label": TEXT,
    },
    optional: { "--color": choice("auto", "never") },
    operands: { first: [PATH, PATH], min: 2 },
  },
  readsTrees: true,
  readsContents: true,
  adds: (words) => [
    // Two trees are compared name by name, and a link can lead out of both.
    ...(words.some((word) => /^-\w*r|^--recursive$/.test(word)) ? ["--no-dereference"] : []),
    ...ENVIRONMENT_FILES.map((name) => `--exclude=${name}`),
  ],
  never: {
    "-y": IN_PIECES,
    "--side-by-side": IN_PIECES,
    "-W": IN_PIECES,
    "--width": IN_PIECES,
    "-F": IN_PIECES,
    "--show-function-line": IN_PIECES,
    "-p": IN_PIECES,
    "-l": "it starts another program",
    "--paginate": "it starts another program",
    "-X": UNSEEN,
    "--exclude-from": UNSEEN,
    "--from-file": "give two operands",
    "--to-file": "give two operands",
  },
};
