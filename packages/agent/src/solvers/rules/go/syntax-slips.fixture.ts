import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "go-comma",
    when: "a list goes over several lines",
    files: {
      "go.mod": "module example.com/app\n\ngo 1.19\n",
      "main.go":
        'package main\n\nimport "fmt"\n\nfunc main() {\n\tx := []int{\n\t\t1,\n\t\t2\n\t}\n\tfmt.Println(x)\n}\n',
    },
    command: "go build -o app .",
    shows: "missing",
    needs: ["go"],
  },
  {
    rule: "go-bracket",
    when: "a call is not closed",
    files: {
      "go.mod": "module example.com/app\n\ngo 1.19\n",
      "main.go": 'package main\n\nimport "fmt"\n\nfunc main() {\n\tfmt.Println("x"\n}\n',
    },
    command: "go build -o app .",
    shows: "possibly missing",
    needs: ["go"],
  },
  {
    rule: "go-string",
    when: "a quote is missing",
    files: {
      "go.mod": "module example.com/app\n\ngo 1.19\n",
      "main.go": 'package main\n\nimport "fmt"\n\nfunc main() {\n\tfmt.Println("x)\n}\n',
    },
    command: "go build -o app .",
    shows: "newline in string",
    needs: ["go"],
  },
  {
    rule: "go-quotes",
    when: "a text is in single quotes",
    files: {
      "go.mod": "module example.com/app\n\ngo 1.19\n",
      "main.go": "package main\n\nimport \"fmt\"\n\nfunc main() {\n\tfmt.Println('hello')\n}\n",
    },
    command: "go build -o app .",
    shows: "rune literal",
    needs: ["go"],
  },
  {
    rule: "go-while",
    when: "a loop is written as in C",
    files: {
      "go.mod": "module example.com/app\n\ngo 1.19\n",
      "main.go":
        'package main\n\nimport "fmt"\n\nfunc main() {\n\ti := 0\n\twhile i < 3 {\n\t\ti++\n\t}\n\tfmt.Println(i)\n}\n',
    },
    command: "go build -o app .",
    shows: "unexpected",
    needs: ["go"],
  },
  {
    rule: "go-increment",
    when: "the sign comes first",
    files: {
      "go.mod": "module example.com/app\n\ngo 1.19\n",
      "main.go":
        'package main\n\nimport "fmt"\n\nfunc main() {\n\ti := 0\n\t++i\n\tfmt.Println(i)\n}\n',
    },
    command: "go build -o app .",
    shows: "unexpected ++",
    needs: ["go"],
  },
  {
    rule: "go-declared-again",
    when: "a new value is declared",
    files: {
      "go.mod": "module example.com/app\n\ngo 1.19\n",
      "main.go":
        'package main\n\nimport "fmt"\n\nfunc main() {\n\tx := 1\n\tx := 2\n\tfmt.Println(x)\n}\n',
    },
    command: "go build -o app .",
    shows: "no new variables",
    needs: ["go"],
  },
  {
    rule: "go-not-declared",
    when: "a new variable has no colon",
    files: {
      "go.mod": "module example.com/app\n\ngo 1.19\n",
      "main.go": 'package main\n\nimport "fmt"\n\nfunc main() {\n\tx = 1\n\tfmt.Println(x)\n}\n',
    },
    command: "go build -o app .",
    shows: "undefined: x",
    needs: ["go"],
  },
  {
    rule: "go-joined-lines",
    when: "else is on a line of its own",
    files: {
      "go.mod": "module example.com/app\n\ngo 1.19\n",
      "main.go":
        'package main\n\nimport "fmt"\n\nfunc main() {\n\tif true {\n\t\tfmt.Println(1)\n\t}\n\telse {\n\t\tfmt.Println(2)\n\t}\n}\n',
    },
    command: "go vet .",
    shows: "else",
    needs: ["go"],
  },
  {
    rule: "go-run-package",
    when: "another file has the function",
    files: {
      "go.mod": "module example.com/app\n\ngo 1.19\n",
      "main.go": "package main\n\nfunc main() {\n\thelper()\n}\n",
      "util.go": "package main\n\nfunc helper() {}\n",
    },
    command: "go run main.go",
    shows: "undefined: helper",
    needs: ["go"],
  },
  {
    rule: "go-own-package",
    when: "the name of the module is missing",
    files: {
      "go.mod": "module example.com/app\n\ngo 1.19\n",
      "main.go": 'package main\n\nimport "util"\n\nfunc main() {\n\tutil.F()\n}\n',
      "util/u.go": "package util\n\nfunc F() {}\n",
    },
    command: "go build -o app .",
    shows: "package util is not in",
    needs: ["go"],
  },
];
