import type { Fixture } from "../test/fixture.ts";

const SCRIPT = "set -e\nnames=(ada bob)\necho $names\n";

export const fixtures: readonly Fixture[] = [
  {
    when: "sh is called on it",
    files: { "deploy.sh": SCRIPT },
    command: "sh deploy.sh",
    shows: 'Syntax error: "(" unexpected',
    needs: ["dash"],
  },
  {
    when: "its first line names sh",
    files: { "deploy.sh": `#!/bin/sh\n${SCRIPT}` },
    setup: "chmod +x deploy.sh",
    command: "./deploy.sh",
    shows: 'Syntax error: "(" unexpected',
    needs: ["dash"],
  },
];
