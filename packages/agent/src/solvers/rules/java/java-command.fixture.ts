import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "java-class-file",
    when: "the class file is named",
    files: {
      "Clock.java":
        'public class Clock {\n    public static void main(String[] args) {\n        System.out.println("tick");\n    }\n}\n',
    },
    setup: "javac Clock.java",
    command: "java Clock.class",
    shows: "Could not find or load main class",
    needs: ["javac", "java"],
  },
  {
    rule: "maven-phase",
    when: "a project is compiled",
    files: {
      mvn: "#!/bin/sh\necho '[ERROR] Unknown lifecycle phase \"complie\". You must specify a valid lifecycle phase'\nexit 1\n",
    },
    setup: "chmod +x mvn",
    command: "./mvn -o complie",
    shows: "Unknown lifecycle phase",
    hints: "mvn -o compile",
  },
];
