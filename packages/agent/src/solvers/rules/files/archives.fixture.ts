import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "tar is given a zip archive",
    files: { a: "1\n" },
    setup: "zip -q a.zip a && rm a",
    command: "tar xf a.zip",
    shows: "does not look like a tar archive",
    needs: ["zip", "unzip"],
  },
  {
    when: "gunzip is given a zip archive",
    files: { a: "1\n" },
    setup: "zip -q a.zip a && rm a",
    command: "gunzip a.zip",
    shows: "unknown suffix",
    needs: ["zip", "unzip"],
  },
  {
    when: "a plain file is not compressed",
    files: { "a.log": "1\n" },
    command: "zcat a.log",
    shows: "not in gzip format",
  },
  {
    when: "the archive is cut off",
    setup: "seq 100000 > big && tar czf big.tgz big && truncate -s 1000 big.tgz && rm big",
    command: "tar xzf big.tgz",
    shows: "Unexpected EOF in archive",
    hints: "big.tgz is cut off",
  },
  {
    when: "what to pack is not named",
    files: { "src/a.c": "\n" },
    command: "tar czf src.tgz",
    shows: "Cowardly refusing",
  },
  {
    when: "several archives are given to unzip",
    files: { a: "1\n", b: "2\n" },
    setup: "zip -q a.zip a && zip -q b.zip b && rm a b",
    command: "unzip *.zip",
    shows: "filename not matched",
    needs: ["zip", "unzip"],
  },
];
