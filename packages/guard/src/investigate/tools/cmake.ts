import { ALONE, choice, forms, type Grammar, PATH, word } from "../grammar.ts";

const RUNS =
  "a CMake script runs programs; read CMakeLists.txt and CMakeCache.txt with cat or grep";
const TOPIC = word(/^[A-Za-z][\w<>+-]*$/, "the name of a topic");
const TOPICS =
  "--help-command --help-variable --help-module --help-property --help-policy --help-manual";

export const cmake: Grammar = {
  purpose: "prints its version and help",
  form: forms(
    ["--version --help --help-command-list --help-module-list --help-variable-list", ALONE],
    [TOPICS, { operands: { first: [TOPIC], min: 1 } }],
    // Without -N it would configure a project.
    ["-L -LA -LH -LAH -N", { switches: "-N -L -A -H", operands: { first: [PATH], min: 1 } }],
    ["--list-presets", ALONE],
    ["-E", { operands: { first: [choice("capabilities")], min: 1 } }],
  ),
  never: {
    "-P": RUNS,
    "-S": RUNS,
    "-B": RUNS,
    "-D": RUNS,
    "-C": RUNS,
    "--build": RUNS,
    "--install": RUNS,
    "--open": RUNS,
    "--preset": RUNS,
    "--workflow": RUNS,
    "--system-information": "it configures a project to find out",
    rm: "only capabilities may be asked of -E",
  },
  rewrites: (words) => (/^-[NL]/.test(words[0] ?? "") ? ["-N", ...words] : words),
  startsIn: ([first = ""]) => (/^-(?:[NL]|-list)/.test(first) ? null : "/"),
  readsContents: true,
};
