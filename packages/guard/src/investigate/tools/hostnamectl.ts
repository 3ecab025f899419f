import { ALONE, forms, type Grammar } from "../grammar.ts";

const SETS = "it changes the machine; only the status may be asked";

/** It asks a system service over a socket, and the jail has no sockets. */
export const hostnamectl: Grammar = {
  purpose: "prints the operating system",
  form: forms([" status", ALONE]),
  never: { "set-hostname": SETS, hostname: SETS, "set-chassis": SETS, "set-icon-name": SETS },
  note: "hostnamectl asks a service that cannot be reached here; this is /etc/os-release",
  runs: {
    program: "cat",
    words: ["/etc/os-release"],
    takesWords: false,
  },
};
