import type { Fixture } from "../test/fixture.ts";

const READ =
  "import sys\nimport yaml\n\nwith open(sys.argv[1]) as file:\n    print(yaml.safe_load(file))\n";

export const fixtures: readonly Fixture[] = [
  {
    when: "a title has a subtitle",
    files: { "page.yaml": "layout: post\ntitle: Sandboxes: a report\n", "read.py": READ },
    command: "python3 read.py page.yaml",
    shows: "mapping values are not allowed here",
    needs: ["python3", "python3:yaml"],
  },
  {
    when: "a key is stuck to its value",
    files: { "page.yaml": "port:8080\nhost: localhost\n", "read.py": READ },
    command: "python3 read.py page.yaml",
    shows: "mapping values are not allowed here",
    needs: ["python3", "python3:yaml"],
  },
];
