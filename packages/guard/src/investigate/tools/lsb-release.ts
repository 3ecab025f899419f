import type { Grammar } from "../grammar.ts";

export const lsbRelease: Grammar = {
  purpose: "prints the distribution",
  form: {
    switches:
      "-a -c -d -i -r -s -v --all --codename --description --id --release --short --version",
  },
};
