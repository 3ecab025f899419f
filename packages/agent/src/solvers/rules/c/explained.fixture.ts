import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "c-pointer-dot",
    when: "a struct is reached by a pointer",
    files: {
      "app.c":
        "struct P { int w; };\n\nint main(void)\n{\n    struct P p = {0};\n    struct P *q = &p;\n    return q.w;\n}\n",
    },
    command: "gcc -o app app.c && ./app",
    shows: "is a pointer",
    needs: ["gcc"],
  },
  {
    rule: "c-struct-word",
    when: "a struct has no typedef",
    files: {
      "app.c":
        "struct Point {\n    int x;\n};\n\nint main(void)\n{\n    Point p = {0};\n    return p.x;\n}\n",
    },
    command: "gcc -o app app.c",
    shows: "unknown type name",
    needs: ["gcc"],
  },
  {
    rule: "c-struct-end",
    when: "it is followed by a function",
    files: {
      "app.c": "struct P {\n    int w;\n}\n\nint main(void)\n{\n    return 0;\n}\n",
    },
    command: "gcc -o app app.c",
    shows: "expected",
    needs: ["gcc"],
  },
  {
    rule: "c-standard",
    when: "a loop declares its counter",
    files: {
      "app.c": "int main(void)\n{\n    for (int i = 0; i < 3; i++)\n        ;\n    return 0;\n}\n",
    },
    command: "gcc -std=c89 -o app app.c",
    shows: "only allowed in C99",
    needs: ["gcc"],
  },
  {
    rule: "c-explained",
    when: "a block is not closed",
    files: {
      "app.c": "int main(void)\n{\n    if (1) {\n    return 0;\n}\n",
    },
    command: "gcc -o app app.c",
    shows: "at end of input",
    hints: "Line 5 of app.c: a closing } is missing",
    needs: ["gcc"],
  },
  {
    rule: "c-link-and-run",
    when: "two files have a main",
    files: {
      "a.c": "int main(void) { return 0; }\n",
      "b.c": "int main(void) { return 0; }\n",
    },
    command: "gcc -o app a.c b.c",
    shows: "multiple definition",
    hints: "main is defined in a.c and in b.c",
    needs: ["gcc"],
  },
];
