import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a release is switched",
    files: { "releases/1/app": "", "releases/2/app": "" },
    setup: "ln -s releases/1/app current",
    command: "ln -s releases/2/app current",
    shows: "failed to create symbolic link 'current': File exists",
  },
];
