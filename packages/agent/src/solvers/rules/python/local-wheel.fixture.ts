import type { Fixture } from "../test/fixture.ts";

/** A wheel is a zip with three files of metadata. */
export const WHEEL = `import zipfile
import os
os.makedirs("wheels", exist_ok=True)
with zipfile.ZipFile("wheels/moospeak-1.0-py3-none-any.whl", "w") as wheel:
    wheel.writestr("moospeak.py", "def moo(): return 'moo'\\n")
    wheel.writestr("moospeak-1.0.dist-info/METADATA", "Metadata-Version: 2.1\\nName: moospeak\\nVersion: 1.0\\n")
    wheel.writestr("moospeak-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\\nGenerator: hand\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr("moospeak-1.0.dist-info/RECORD", "")
`;

export const fixtures: readonly Fixture[] = [
  {
    when: "the project brings its wheels along",
    files: { "make-wheel.py": WHEEL, "app.py": "import moospeak\nprint(moospeak.moo())\n" },
    setup: "python3 make-wheel.py && rm make-wheel.py",
    command: "python3 app.py",
    shows: "No module named 'moospeak'",
    needs: ["python3", "python3:pip"],
  },
];
