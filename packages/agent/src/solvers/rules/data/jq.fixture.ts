import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "jq-quotes",
    when: "a string is compared",
    files: { "rows.json": '{"items": [{"name": "a"}, {"name": "b"}]}\n' },
    command: "jq \".items[] | select(.name == 'a')\" rows.json",
    shows: "INVALID_CHARACTER",
    needs: ["jq"],
  },
  {
    rule: "jq-function",
    when: "the number of elements is wanted",
    files: { "rows.json": '{"items": [{"name": "a"}, {"name": "b"}]}\n' },
    command: "jq '.items | lenght' rows.json",
    shows: "is not defined",
    needs: ["jq"],
  },
  {
    rule: "jq-misspelt-key",
    when: "a list is misspelt",
    files: { "rows.json": '{"items": [{"name": "a"}, {"name": "b"}]}\n' },
    command: "jq '.itmes[]' rows.json",
    shows: "Cannot iterate over null",
    needs: ["jq"],
  },
];
