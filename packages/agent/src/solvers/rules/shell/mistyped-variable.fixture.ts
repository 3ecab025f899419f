import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a script uses another spelling than it assigns",
    files: { "start.sh": 'set -eu\nDEPLOY_ENVS=staging\necho "to $DEPLOY_ENV"\n' },
    command: "bash start.sh",
    shows: "DEPLOY_ENV: unbound variable",
  },
  {
    when: "a script shortens a part of the name",
    files: { "start.sh": 'set -eu\nDEPLOYMENT_ENV=staging\necho "to $DEPLOY_ENV"\n' },
    command: "bash start.sh",
    shows: "DEPLOY_ENV: unbound variable",
  },
];
