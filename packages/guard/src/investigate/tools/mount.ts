import { type Grammar, word } from "../grammar.ts";

const MOUNTS = "it mounts; without operands it lists what is mounted";

export const mount: Grammar = {
  purpose: "lists what is mounted, as an investigation sees it",
  form: {
    switches: "-l --show-labels -V --version",
    options: { "-t --types": word(/^[\w.,]+$/, "file system types") },
  },
  note: "as an investigation sees it: read-only, with private places covered by tmpfs",
  never: {
    "-o": MOUNTS,
    "-a": MOUNTS,
    "--all": MOUNTS,
    "--bind": MOUNTS,
    "-B": MOUNTS,
    "--rbind": MOUNTS,
    "--move": MOUNTS,
    "-M": MOUNTS,
    "--make-shared": MOUNTS,
    "-T": "another table is not allowed",
    "--fstab": "another table is not allowed",
    "-N": "other namespaces are not entered",
    "--namespace": "other namespaces are not entered",
  },
};
