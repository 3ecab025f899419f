import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "unclosed-quote",
    when: "the closing quote is missing",
    command: 'echo "hello world',
    shows: "unexpected EOF while looking for matching",
  },
  {
    rule: "unclosed-quote",
    when: "an apostrophe is not quoted",
    command: "echo it is what it's",
    shows: "unexpected EOF while looking for matching",
  },
  {
    rule: "unclosed-quote",
    when: "a redirection follows the text",
    command: 'echo "## Unreleased > CHANGELOG.md',
    shows: "looking for matching",
  },
  {
    rule: "unclosed-quote-place",
    when: "it is not known where the text ends",
    files: { log: "error: a\n" },
    command: 'grep "error: log | wc -l',
    shows: "looking for matching",
    hints: 'The " before error: opens a text that is never closed',
  },
  {
    rule: "unclosed-quote-in-script",
    when: "a line of a script lacks its second quote",
    files: {
      "report.sh":
        '#!/bin/bash\nname="x"\necho "project: $name\necho "files: 2" >> out.txt\necho "end"\n',
    },
    command: "bash report.sh",
    shows: "looking for matching",
    needs: ["bash"],
  },
  {
    rule: "unclosed-quote-in-script",
    when: "a script has an apostrophe",
    files: { "say.sh": "#!/bin/bash\necho it's fine\necho end\n" },
    command: "bash say.sh",
    shows: "looking for matching",
    needs: ["bash"],
  },
  {
    rule: "unclosed-quote-line",
    when: "it is not known where the text of a script ends",
    files: { "say.sh": '#!/bin/bash\ngrep "a b | wc -l; ls\n' },
    command: "bash say.sh",
    shows: "looking for matching",
    hints: 'Line 2 of say.sh opens a " and does not close it',
    needs: ["bash"],
  },
  {
    rule: "unclosed-bracket",
    when: "a substitution is not closed",
    command: 'echo "this year: $(date +%Y"',
    shows: "looking for matching",
  },
  {
    rule: "here-document-end",
    when: "the end of a here-document is indented",
    files: { "a.sh": "#!/bin/bash\nif true; then\n  cat <<EOF\n  hello\n  EOF\nfi\n" },
    command: "bash a.sh",
    shows: "delimited by end-of-file",
    needs: ["bash"],
  },
  {
    rule: "unclosed-quote",
    when: "an apostrophe stands in single quotes",
    command: "echo 'it's here'",
    shows: "unexpected EOF",
    needs: ["bash"],
  },
  {
    rule: "unclosed-quote",
    when: "a backslash stands before the last quote",
    command: String.raw`echo "C:\tools\"`,
    shows: "unexpected EOF",
    needs: ["bash"],
  },
  {
    rule: "unclosed-bracket",
    when: "a group is not closed",
    command: "(cd / && pwd",
    shows: "end of file",
  },
];
