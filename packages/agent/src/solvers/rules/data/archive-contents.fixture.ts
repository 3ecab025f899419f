import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "archive-damaged",
    when: "some bytes changed",
    setup:
      "seq 1 9000 | gzip > a.gz && printf XXXX | dd of=a.gz bs=1 seek=500 conv=notrunc 2> dd.log",
    command: "gunzip a.gz",
    shows: "invalid compressed data",
    hints: "a.gz is damaged",
    needs: ["gzip"],
  },
  {
    rule: "archive-is-something-else",
    when: "a page was downloaded instead",
    files: { "a.tar.gz": "<html><body>404</body></html>\n" },
    command: "tar xf a.tar.gz",
    shows: "not in gzip format",
    hints: "a web page",
    needs: ["tar", "gzip"],
  },
  {
    rule: "archive-member",
    when: "it is in a directory of the archive",
    setup: "mkdir src && echo 1 > src/a.txt && tar -czf b.tgz src && rm -r src",
    command: "tar -xzf b.tgz a.txt",
    shows: "Not found in archive",
    needs: ["tar", "gzip"],
  },
];
