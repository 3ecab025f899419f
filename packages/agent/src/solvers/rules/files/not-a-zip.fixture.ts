import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a downloaded archive ends in .tar.gz",
    files: { "a.txt": "a\n" },
    setup: "tar czf release.tar.gz a.txt && rm a.txt",
    command: "unzip release.tar.gz",
    shows: "End-of-central-directory signature not found",
    needs: ["unzip", "tar", "gzip"],
  },
];
