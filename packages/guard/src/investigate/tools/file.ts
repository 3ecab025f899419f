import { type Grammar, PATH, TEXT } from "../grammar.ts";

export const file: Grammar = {
  purpose: "prints the type of a file",
  form: {
    switches:
      "-b -h -i -k -L -N -r -v -0 --brief --mime --mime-type --mime-encoding --dereference " +
      "--no-dereference --keep-going --raw --print0 --extension --version",
    options: { "-F --separator": TEXT },
    operands: { rest: PATH, min: 1 },
  },
  never: {
    "-C": "it writes a compiled magic file",
    "--compile": "it writes a compiled magic file",
    "-m": "another magic file is not needed",
    "-M": "another magic file is not needed",
    "-z": "it starts programs that decompress",
    "-Z": "it starts programs that decompress",
    "-s": "devices cannot be read",
    "-f": "the list would name files that the guard has not seen; name them",
    "--files-from": "the list would name files that the guard has not seen; name them",
  },
};
