/** Programs that run the command which follows them: `sudo -u x cmd`, `env A=b cmd`, `nohup cmd`. */
import { entryOf } from "./entry-of.ts";
import { type Call, isAssignment, type Word } from "./shell-words.ts";

interface Wrapper {
  /** Options whose value is the next word. */
  readonly takes?: readonly string[];
  /** Words of its own before the command, such as the duration of `timeout`. */
  readonly words?: number;
  readonly hasAssignments?: true;
}

const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  sudo: { takes: ["-u", "-g", "-p", "-C", "-D", "-h", "-r", "-t", "-U"], hasAssignments: true },
  doas: { takes: ["-u", "-C"] },
  env: { takes: ["-u", "-C", "--unset", "--chdir"], hasAssignments: true },
  time: { takes: ["-f", "-o", "--format", "--output"] },
  nohup: {},
  nice: { takes: ["-n", "--adjustment"] },
  ionice: { takes: ["-c", "-n", "--class", "--classdata"] },
  timeout: { takes: ["-s", "-k", "--signal", "--kill-after"], words: 1 },
  stdbuf: { takes: ["-i", "-o", "-e"] },
  setsid: {},
  exec: { takes: ["-a"] },
  command: {},
  builtin: {},
  strace: { takes: ["-e", "-o", "-p", "-s", "-P", "-u"] },
  watch: { takes: ["-n", "--interval"] },
  xargs: {
    takes: [
      "-I",
      "-n",
      "-P",
      "-L",
      "-d",
      "-a",
      "-s",
      "-E",
      "--max-args",
      "--max-procs",
      "--delimiter",
    ],
  },
};

/** The first word of the command that this call runs, or null. */
export function argumentOf({ program, operands }: Call): Word | null {
  const name = program.value?.slice(program.value.lastIndexOf("/") + 1) ?? "";
  const wrapper = entryOf(WRAPPERS, name);
  if (wrapper === undefined) return null;
  const { takes = [], words = 0, hasAssignments = false } = wrapper;
  let own = words;
  for (let at = 0; at < operands.length; at += 1) {
    const word = operands[at];
    if (word === undefined) return null;
    if (word.raw === "--") continue;
    if (word.raw.startsWith("-")) at += takes.includes(word.raw) ? 1 : 0;
    else if (hasAssignments && isAssignment(word)) continue;
    else if (own > 0) own -= 1;
    else return word;
  }
  return null;
}
