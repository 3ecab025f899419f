import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "python-missing-package",
    when: "the package has the module's name",
    files: { "app.py": "import polars\n" },
    command: "python3 app.py",
    shows: "No module named 'polars'",
    hints: "pip install polars",
    needs: ["python3"],
  },
  {
    rule: "python-missing-package",
    when: "the package has another name",
    files: { "app.py": "import cv2\n" },
    command: "python3 app.py",
    shows: "No module named 'cv2'",
    hints: "opencv-python",
    needs: ["python3"],
  },
  {
    rule: "python-missing-package",
    when: "nobody knows a package of that name",
    files: { "app.py": "import brontoquux\n" },
    command: "python3 app.py",
    shows: "No module named 'brontoquux'",
    hints: "check its exact name",
    needs: ["python3"],
  },
  {
    rule: "python-requirement",
    when: "a requirement is misspelt",
    setup:
      "mkdir bin && printf '#!/bin/sh\\necho \"ERROR: No matching distribution found for reqeusts==2.0\"; exit 1\\n' > bin/pip && chmod +x bin/pip",
    command: "bin/pip install reqeusts==2.0",
    shows: "No matching distribution",
    hints: "requests is probably meant",
  },
];
