import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a function may not return",
    files: {
      "go.mod": "module example.com/app\n\ngo 1.19\n",
      "main.go":
        'package main\n\nimport "fmt"\n\nfunc f(n int) int {\n\tif n > 0 {\n\t\treturn 1\n\t}\n}\n\nfunc main() {\n\tfmt.Println(f(1))\n}\n',
    },
    command: "go vet .",
    shows: "missing return",
    hints: "Line 9 of main.go: the function can reach its end",
    needs: ["go"],
  },
  {
    when: "an index is too large",
    files: {
      "go.mod": "module example.com/app\n\ngo 1.19\n",
      "main.go":
        'package main\n\nimport "fmt"\n\nfunc main() {\n\tx := []int{1}\n\ti := 5\n\tfmt.Println(x[i])\n}\n',
    },
    command: "go run .",
    shows: "index out of range",
    hints: "Line 8 of main.go: index 5 of a slice of 1",
    needs: ["go"],
  },
];
