import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "go-import",
    when: "strings is used",
    files: {
      "go.mod": "module example.com/app\n\ngo 1.19\n",
      "main.go":
        'package main\n\nimport "fmt"\n\nfunc main() {\n\tfmt.Println(strings.ToUpper("go"))\n}\n',
    },
    command: "go build -o app .",
    shows: "undefined: strings",
    needs: ["go"],
  },
  {
    rule: "go-name",
    when: "a function of fmt is misspelt",
    files: {
      "go.mod": "module example.com/app\n\ngo 1.19\n",
      "main.go": 'package main\n\nimport "fmt"\n\nfunc main() {\n\tfmt.Prinltn("go")\n}\n',
    },
    command: "go build -o app .",
    shows: "undefined: fmt.Prinltn",
    needs: ["go"],
  },
  {
    rule: "go-name",
    when: "a variable and a field are misspelt",
    files: {
      "go.mod": "module example.com/app\n\ngo 1.19\n",
      "main.go":
        "package main\n\ntype rect struct{ width int }\n\nfunc main() {\n\ttotal := rect{2}\n\tprintln(totl.width)\n\tprintln(total.widht)\n}\n",
    },
    command: "go build -o app .",
    shows: "undefined: totl",
    needs: ["go"],
  },
  {
    rule: "go-package",
    when: "an import is misspelt",
    files: {
      "go.mod": "module example.com/app\n\ngo 1.19\n",
      "main.go":
        'package main\n\nimport "stings"\n\nfunc main() {\n\tprintln(strings.ToUpper("go"))\n}\n',
    },
    command: "go build -o app .",
    shows: "package stings is not in",
    needs: ["go"],
  },
  {
    rule: "go-text-and-number",
    when: "a port is added to a host",
    files: {
      "go.mod": "module example.com/app\n\ngo 1.19\n",
      "main.go":
        'package main\n\nimport "fmt"\n\nfunc main() {\n\tport := 80\n\tfmt.Println("localhost:" + port)\n}\n',
    },
    command: "go build -o app .",
    shows: "mismatched types",
    needs: ["go"],
  },
  {
    rule: "go-nil-map",
    when: "a word is counted",
    files: {
      "go.mod": "module example.com/app\n\ngo 1.19\n",
      "main.go":
        'package main\n\nfunc main() {\n\tvar count map[string]int\n\tcount["a"]++\n\tprintln(count["a"])\n}\n',
    },
    command: "go run .",
    shows: "assignment to entry in nil map",
    needs: ["go"],
  },
  {
    rule: "go-brace",
    when: "a function starts as in C",
    files: {
      "go.mod": "module example.com/app\n\ngo 1.19\n",
      "main.go": "package main\n\nfunc main()\n{\n\tprintln(1)\n}\n",
    },
    command: "go build -o app .",
    shows: "unexpected semicolon or newline before {",
    needs: ["go"],
  },
  {
    rule: "go-unused",
    when: "an import is left over",
    files: {
      "go.mod": "module example.com/app\n\ngo 1.19\n",
      "main.go": 'package main\n\nimport "os"\n\nfunc main() {}\n',
    },
    command: "go build -o app .",
    shows: "imported and not used",
    hints: "imports os, which nothing uses",
    needs: ["go"],
  },
];
