import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "ssh brought a locale along",
    files: { "sort.py": "import locale\nlocale.setlocale(locale.LC_ALL, '')\n" },
    around: "export LC_ALL=de_CH.UTF-8 2>/dev/null",
    command: "python3 sort.py",
    shows: "unsupported locale setting",
    needs: ["python3"],
  },
];
