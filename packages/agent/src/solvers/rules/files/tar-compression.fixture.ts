import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "an archive is not compressed at all",
    files: { "a.txt": "a\n" },
    setup: "tar cf data.tar a.txt && rm a.txt",
    command: "tar xzf data.tar",
    shows: "gzip: stdin: not in gzip format",
    needs: ["tar", "gzip"],
  },
  {
    when: "gzip was used and bzip2 is named",
    files: { "a.txt": "a\n" },
    setup: "tar czf data.tar.gz a.txt && rm a.txt",
    command: "tar -xjf data.tar.gz",
    shows: "is not a bzip2 file",
    needs: ["tar", "gzip", "bzip2"],
  },
];
