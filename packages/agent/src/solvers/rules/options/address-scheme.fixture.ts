import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "two letters of file:// are swapped",
    command: "curl flie:///etc/os-release",
    shows: 'Protocol "flie" not supported',
    needs: ["curl"],
  },
];
