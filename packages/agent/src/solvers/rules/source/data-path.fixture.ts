import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "its name is misspelt in the source",
    files: {
      "app.py": 'SOURCE = "data/custmers.csv"\n\nwith open(SOURCE) as f:\n    print(f.read())\n',
      "data/customers.csv": "a\n",
    },
    command: "python3 app.py",
    shows: "No such file or directory: 'data/custmers.csv'",
    needs: ["python3"],
  },
  {
    when: "only a file of another year is there",
    files: {
      "app.py": 'print(open("sales-2024.csv").read())\n',
      "sales-2023.csv": "a\n",
    },
    command: "python3 app.py",
    shows: "No such file",
    hints: "names the file sales-2024.csv, which does not exist",
    needs: ["python3"],
  },
];
