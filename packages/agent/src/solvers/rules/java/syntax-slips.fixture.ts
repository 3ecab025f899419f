import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "java-quotes",
    when: "a text is in single quotes",
    files: {
      "Main.java":
        "public class Main {\n    public static void main(String[] args) {\n        System.out.println('hello');\n    }\n}\n",
    },
    command: "javac Main.java",
    shows: "unclosed character literal",
    needs: ["javac"],
  },
  {
    rule: "java-string",
    when: "a quote is missing",
    files: {
      "Main.java":
        'public class Main {\n    public static void main(String[] args) {\n        System.out.println("x);\n    }\n}\n',
    },
    command: "javac Main.java",
    shows: "unclosed string literal",
    needs: ["javac"],
  },
  {
    rule: "java-not-compiled",
    when: "only the source is there",
    files: {
      "Main.java":
        'public class Main {\n    public static void main(String[] args) {\n        System.out.println("x");\n    }\n}\n',
    },
    command: "java Main",
    shows: "Could not find or load main class",
    needs: ["javac"],
  },
  {
    rule: "java-main-method",
    when: "main is misspelt",
    files: {
      "Main.java": "public class Main {\n    public static void mian(String[] args) {}\n}\n",
    },
    command: "javac Main.java && java Main",
    shows: "Main method not found",
    hints: "Main has no method public static void main",
    needs: ["javac"],
  },
  {
    rule: "java-jar",
    when: "it is not built",
    files: {
      "pom.xml": "<project/>\n",
    },
    command: "java -jar app.jar",
    shows: "Unable to access jarfile",
    hints: "mvn package",
    needs: ["javac"],
  },
];
