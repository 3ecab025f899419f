import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "the project's directory was renamed",
    setup: `python3 -m venv --without-pip .venv && printf '#!/srv/old-name/.venv/bin/python\\nprint("linted")\\n' > .venv/bin/lint && chmod +x .venv/bin/lint`,
    command: ".venv/bin/lint",
    shows: "cannot execute: required file not found",
    needs: ["python3", "python3:venv"],
  },
];
