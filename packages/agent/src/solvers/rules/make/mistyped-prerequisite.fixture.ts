import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a source is mistyped",
    files: {
      Makefile: "app: src/mian.txt\n\tcp src/mian.txt app\n",
      "src/main.txt": "main\n",
    },
    command: "make",
    shows: "No rule to make target 'src/mian.txt', needed by 'app'",
    needs: ["make"],
  },
];
