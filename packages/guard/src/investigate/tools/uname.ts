import type { Grammar } from "../grammar.ts";

export const uname: Grammar = {
  purpose: "prints kernel and machine",
  form: {
    switches:
      "-a -s -n -r -v -m -p -i -o --all --kernel-name --nodename --kernel-release --kernel-version " +
      "--machine --processor --hardware-platform --operating-system --version",
  },
};
