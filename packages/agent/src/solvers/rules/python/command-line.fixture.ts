import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "argparse-choice",
    when: "a value is misspelt",
    files: {
      "app.py":
        'import argparse\n\np = argparse.ArgumentParser()\np.add_argument("--level", choices=["debug", "info", "warning"])\nprint(p.parse_args().level)\n',
    },
    command: "python3 app.py --level wraning",
    shows: "invalid choice",
    needs: ["python3"],
  },
  {
    rule: "argparse-option",
    when: "an option is misspelt",
    files: {
      "app.py":
        'import argparse\n\np = argparse.ArgumentParser()\np.add_argument("--level", choices=["debug", "info", "warning"])\nprint(p.parse_args().level)\n',
    },
    command: "python3 app.py --lvele info",
    shows: "unrecognized arguments",
    needs: ["python3"],
  },
  {
    rule: "click-word",
    when: "click knows a better word",
    files: {
      "app.py":
        'import sys\n\nif sys.argv[1] != "deploy":\n    sys.exit("Error: No such command \'" + sys.argv[1] + "\'. Did you mean \'deploy\'?")\n',
    },
    command: "python3 app.py delpoy",
    shows: "Did you mean",
    needs: ["python3"],
  },
  {
    rule: "python-arguments",
    when: "a required one is missing",
    files: {
      "app.py":
        'import argparse\n\np = argparse.ArgumentParser()\np.add_argument("file")\np.parse_args()\n',
    },
    command: "python3 app.py",
    shows: "are required: file",
    hints: "The program needs file",
    needs: ["python3"],
  },
];
