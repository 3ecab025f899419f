import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "what it pointed to was moved",
    files: { "config/production/app.ini": "[app]\n" },
    setup: "ln -s config/app.ini active.ini",
    command: "cat active.ini",
    shows: "active.ini: No such file or directory",
    hints: "ln -sfn config/production/app.ini active.ini",
  },
  {
    when: "it points to itself",
    files: { "themes/dark/style.css": "body {}\n" },
    setup: "ln -s style.css style.css",
    command: "cat style.css",
    shows: "Too many levels of symbolic links",
    hints: "ln -sfn themes/dark/style.css style.css",
  },
  {
    when: "two links point to each other",
    setup: "ln -s b a && ln -s a b",
    command: "cat a",
    shows: "Too many levels of symbolic links",
    hints: "a -> b -> a",
  },
];
