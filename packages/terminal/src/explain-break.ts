import type { Refusal } from "@bazaar/kernel";

/** The first thing that does not hold in a transcript or trajectory, and where, for people. */
export function explainBreak(refusal: Refusal): string {
  switch (refusal.code) {
    case "broken_chain": {
      const because = refusal.refusal === undefined ? "" : `: ${explainBreak(refusal.refusal)}`;
      return `entry ${refusal.seq}: ${refusal.problem}${because}`;
    }
    case "malformed_json":
      return `${refusal.problem} at character ${refusal.at}`;
    case "malformed_entry":
    case "malformed_terms":
    case "malformed_act":
      return `${refusal.field}: ${refusal.problem}`;
    case "malformed_trajectory": {
      const field = refusal.field === "" ? "" : `${refusal.field}: `;
      return `${refusal.line === 0 ? "" : `line ${refusal.line}: `}${field}${refusal.problem}`;
    }
    case "trajectory_differs":
      return `${refusal.field} is ${refusal.actual}, not ${refusal.stated}`;
    default: {
      const { code, ...facts } = refusal;
      const said = Object.entries(facts).map(([name, fact]) => `${name} ${JSON.stringify(fact)}`);
      return `${code.replaceAll("_", " ")} ${said.join(", ")}`.trim();
    }
  }
}
