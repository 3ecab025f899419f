import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "ruby-library",
    when: "JSON is not loaded",
    files: { "app.rb": "puts JSON.dump({})\n" },
    command: "ruby app.rb",
    shows: "uninitialized constant JSON",
    needs: ["ruby"],
  },
  {
    rule: "ruby-name",
    when: "a variable is misspelt",
    files: { "app.rb": "subtotal = 3\nputs subtotl * 2\n" },
    command: "ruby app.rb",
    shows: "Did you mean?  subtotal",
    needs: ["ruby"],
  },
  {
    rule: "ruby-require",
    when: "the file is in lib",
    files: {
      "app.rb": 'require_relative "tokens"\nputs TOKENS\n',
      "lib/tokens.rb": "TOKENS = 3\n",
    },
    command: "ruby app.rb",
    shows: "cannot load such file",
    needs: ["ruby"],
  },
  {
    rule: "ruby-text-and-number",
    when: "a count is printed",
    files: { "app.rb": 'count = 3\nputs "lines: " + count\n' },
    command: "ruby app.rb",
    shows: "no implicit conversion of Integer into String",
    needs: ["ruby"],
  },
  {
    rule: "ruby-end",
    when: "an if is left open",
    files: { "app.rb": "def f\n  if true\n    puts 1\nend\nf\n" },
    command: "ruby app.rb",
    shows: "expecting `end'",
    hints: "An end is missing in app.rb",
    needs: ["ruby"],
  },
];
