import type { Grammar } from "../grammar.ts";

const REPEATS = "it would repeat itself; ask again later";

export const free: Grammar = {
  purpose: "shows memory use",
  form: {
    switches:
      "-b -k -m -g -h -l -t -v -w --bytes --kibi --mebi --gibi --kilo --mega --giga --human --si --lohi --total " +
      "--wide --committed --version",
  },
  never: { "-s": REPEATS, "--seconds": REPEATS, "-c": REPEATS, "--count": REPEATS },
};
