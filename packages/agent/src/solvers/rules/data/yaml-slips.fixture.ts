import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "yaml-string",
    when: "a title is not closed",
    files: { "page.yml": 'title: "A report\nauthor: dana\n' },
    command: "python3 -c 'import yaml; print(yaml.safe_load(open(\"page.yml\")))'",
    shows: "while scanning a quoted scalar",
    needs: ["python3", "python3:yaml"],
  },
  {
    rule: "yaml-list",
    when: "a list is not closed",
    files: { "page.yml": "ports: [80, 443\nhost: web\n" },
    command: "python3 -c 'import yaml; print(yaml.safe_load(open(\"page.yml\")))'",
    shows: "while parsing a flow sequence",
    needs: ["python3", "python3:yaml"],
  },
  {
    rule: "yaml-indentation",
    when: "a list item is one space off",
    files: { "page.yml": "ports:\n  - 80\n - 443\n" },
    command: "python3 -c 'import yaml; print(yaml.safe_load(open(\"page.yml\")))'",
    shows: "expected <block end>",
    needs: ["python3", "python3:yaml"],
  },
  {
    rule: "yaml-reserved",
    when: "a handle is given",
    files: { "page.yml": "author: @dana\n" },
    command: "python3 -c 'import yaml; print(yaml.safe_load(open(\"page.yml\")))'",
    shows: "cannot start any token",
    needs: ["python3", "python3:yaml"],
  },
];
