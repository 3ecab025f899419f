import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "an exception is not declared",
    files: {
      "Main.java":
        'import java.nio.file.*;\n\npublic class Main {\n    public static void main(String[] args) {\n        System.out.println(Files.readString(Path.of("x")));\n    }\n}\n',
    },
    command: "javac Main.java",
    shows: "unreported exception",
    hints: "Add throws IOException to the method",
    needs: ["javac"],
  },
];
