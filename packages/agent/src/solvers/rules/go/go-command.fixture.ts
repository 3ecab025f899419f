import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "go-subcommand",
    when: "a program is built",
    files: {
      "go.mod": "module example.com/app\n\ngo 1.19\n",
      "main.go": "package main\n\nfunc main() {}\n",
    },
    command: "go biuld -o app .",
    shows: "unknown command",
    needs: ["go"],
  },
  {
    rule: "go-module",
    when: "a module is used",
    files: {
      "go.mod": "module example.com/app\n\ngo 1.19\n",
      "main.go":
        'package main\n\nimport "github.com/google/uuid"\n\nfunc main() {\n\tprintln(uuid.NewString())\n}\n',
    },
    command: "go build -o app .",
    shows: "no required module provides package",
    hints: "go get github.com/google/uuid",
    needs: ["go"],
  },
  {
    rule: "go-no-module",
    when: "the directory has no module",
    files: { "main.go": "package main\n\nfunc main() {}\n" },
    command: "go build -o app .",
    shows: "go.mod file not found",
    hints: "go mod init",
    needs: ["go"],
  },
  {
    rule: "go-named",
    when: "two packages are in one directory",
    files: {
      "go.mod": "module example.com/app\n\ngo 1.19\n",
      "main.go": "package main\n\nfunc main() {}\n",
      "util.go": "package util\n",
    },
    command: "go build .",
    shows: "found packages",
    hints: "main.go says package main and util.go says package util",
    needs: ["go"],
  },
];
