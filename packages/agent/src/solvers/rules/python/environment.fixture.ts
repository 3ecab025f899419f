import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "python-venv-missing",
    when: "nobody created it",
    files: {
      "requirements.txt": "flask\n",
    },
    command: "source .venv/bin/activate",
    shows: "No such file or directory",
    hints: "python3 -m venv .venv, then .venv/bin/pip install -r requirements.txt",
  },
  {
    rule: "python-activate",
    when: "it is run",
    setup: "mkdir -p .venv/bin && echo true > .venv/bin/activate",
    command: ".venv/bin/activate",
    shows: "Permission denied",
    hints: "source .venv/bin/activate",
  },
  {
    rule: "python-without-python",
    when: "a program has no first line for it",
    files: {
      "app.py": "import sys\nprint(sys.argv)\n",
    },
    setup: "chmod +x app.py",
    command: "./app.py",
    shows: "./app.py",
    needs: ["python3"],
  },
  {
    rule: "python-quoted-code",
    when: "both are of one kind",
    command: "python3 -c 'print('hi')'",
    shows: "name 'hi' is not defined",
    hints: "removes the quotes around hi",
    needs: ["python3"],
  },
  {
    rule: "python-tool-missing",
    when: "pytest is not there",
    command: "gunicorn app:app",
    shows: "not found",
    hints: ".venv/bin/pip install gunicorn",
    lacks: ["gunicorn"],
  },
];
