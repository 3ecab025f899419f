import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "grep is told to ignore case",
    files: { "names.txt": "Ada\n" },
    command: "grep --ingore-case ada names.txt",
    shows: "unrecognized option '--ingore-case'",
  },
  {
    when: "git lists what it knows",
    setup:
      "git init -q . && git config user.name Ada && git config user.email ada@example.org && git commit -q --allow-empty -m one",
    command: "git commit --ammend --no-edit --allow-empty",
    shows: "unknown option `ammend'",
    needs: ["git"],
  },
  {
    when: "a compiler proposes the right one",
    command: "gcc --versoin",
    shows: "did you mean",
    needs: ["gcc"],
  },
];
