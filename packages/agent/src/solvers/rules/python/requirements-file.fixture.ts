import type { Fixture } from "../test/fixture.ts";
import { stub } from "../test/stub.ts";

const pip = stub(
  "pip",
  "ERROR: Could not find a version that satisfies the requirement requirements.txt (from versions: none)\nERROR: No matching distribution found for requirements.txt",
);

export const fixtures: readonly Fixture[] = [
  {
    when: "-r is left out",
    ...pip,
    files: { ...pip.files, "requirements.txt": "flask\n" },
    command: "pip install requirements.txt",
    shows: "No matching distribution found for requirements.txt",
    hints: "pip install -r requirements.txt",
  },
];
