import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "python-former-module",
    when: "a module was renamed",
    files: {
      "app.py": "import Queue\n\nprint(Queue.Queue().empty())\n",
    },
    command: "python3 app.py",
    shows: "No module named 'Queue'",
    needs: ["python3"],
  },
  {
    rule: "python-former-server",
    when: "a server is started",
    command: "python3 -m SimpleHTTPServer --help",
    shows: "No module named SimpleHTTPServer",
    needs: ["python3"],
  },
  {
    rule: "python-collections",
    when: "a mapping is imported",
    files: {
      "app.py": "from collections import Mapping\n\nprint(Mapping)\n",
    },
    command: "python3 app.py",
    shows: "cannot import name 'Mapping'",
    needs: ["python3"],
  },
  {
    rule: "python-method",
    when: "a list has the method of another language",
    files: {
      "app.py": "names = []\nnames.push(1)\nprint(names)\n",
    },
    command: "python3 app.py",
    shows: "no attribute 'push'",
    needs: ["python3"],
  },
  {
    rule: "python-datetime",
    when: "the module is taken for the class",
    files: {
      "app.py": "import datetime\n\nprint(datetime.now())\n",
    },
    command: "python3 app.py",
    shows: "no attribute 'now'",
    needs: ["python3"],
  },
  {
    rule: "python-library-name",
    when: "a class of the library is not imported",
    files: {
      "app.py": 'import sys\n\nprint(Path("x"), sys.argv)\n',
    },
    command: "python3 app.py",
    shows: "name 'Path' is not defined",
    needs: ["python3"],
  },
];
