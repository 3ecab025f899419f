import type { Fixture } from "../test/fixture.ts";

const READ =
  "import sys\nimport yaml\n\nwith open(sys.argv[1]) as file:\n    print(yaml.safe_load(file))\n";

export const fixtures: readonly Fixture[] = [
  {
    when: "an editor wrote them",
    files: { "deploy.yaml": "service:\n\tname: web\n\tports:\n\t\t- 80\n", "read.py": READ },
    command: "python3 read.py deploy.yaml",
    shows: "that cannot start any token",
    needs: ["python3", "python3:yaml"],
  },
];
