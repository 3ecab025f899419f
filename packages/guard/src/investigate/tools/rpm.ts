import {
  ALONE,
  type Form,
  forms,
  type Grammar,
  NAME,
  NAME_PATTERN,
  PATH,
  TEXT,
} from "../grammar.ts";

const CHANGES = "it changes what is installed";
const MACROS = "macros can run programs";
const SHOWN =
  "--last --requires --provides --conflicts --changelog --list --info --docfiles --configfiles --state";
const QUERY: Form = {
  switches: SHOWN,
  options: { "--qf --queryformat": TEXT, "--whatprovides --whatrequires": NAME },
  operands: { rest: NAME_PATTERN },
};

export const rpm: Grammar = {
  purpose: "shows RPM packages",
  form: forms(
    ["-q -qa -qi -ql -qc -qd -qR -qai -qal -qil --query", QUERY],
    ["-qf -qif -qlf", { operands: { rest: PATH, min: 1 } }],
    ["--version", ALONE],
  ),
  never: {
    "-i": CHANGES,
    "-U": CHANGES,
    "-F": CHANGES,
    "-e": CHANGES,
    "-ivh": CHANGES,
    "-Uvh": CHANGES,
    "--install": CHANGES,
    "--erase": CHANGES,
    "--import": CHANGES,
    "-V": "verifying runs scripts of packages",
    "-E": MACROS,
    "--eval": MACROS,
    "--define": MACROS,
    "--macros": MACROS,
    "--rcfile": MACROS,
    "--pipe": "it runs a program",
    "--root": "another root is not allowed",
    "--dbpath": "another database is not allowed",
    "-qp": "package files can be addresses, which would need the network",
  },
};
