import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "java-import",
    when: "a list is made",
    files: { "App.java": "public class App {\n    List<String> items = new ArrayList<>();\n}\n" },
    command: "javac App.java",
    shows: "cannot find symbol",
    needs: ["javac"],
  },
  {
    rule: "java-name",
    when: "a variable is misspelt",
    files: {
      "App.java":
        'public class App {\n    public static void main(String[] args) {\n        String name = "Ada";\n        System.out.println(nmae);\n    }\n}\n',
    },
    command: "javac App.java",
    shows: "symbol:   variable nmae",
    needs: ["javac"],
  },
  {
    rule: "java-expected",
    when: "a semicolon is missing",
    files: {
      "App.java":
        "public class App {\n    int twice(int n) {\n        int m = 2 * n\n        return m;\n    }\n}\n",
    },
    command: "javac App.java",
    shows: "';' expected",
    needs: ["javac"],
  },
  {
    rule: "java-file-name",
    when: "the file is misspelt",
    files: { "Convertor.java": "public class Converter {\n}\n" },
    command: "javac Convertor.java",
    shows: "should be declared in a file named",
    needs: ["javac"],
  },
  {
    rule: "java-unclosed",
    when: "a brace is missing",
    files: { "App.java": "public class App {\n    int twice(int n) {\n        return 2 * n;\n}\n" },
    command: "javac App.java",
    shows: "reached end of file while parsing",
    hints: "A closing brace is missing in App.java",
    needs: ["javac"],
  },
];
