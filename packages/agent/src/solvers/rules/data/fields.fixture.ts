import type { Fixture } from "../test/fixture.ts";

const USERS = { "users.csv": "id,email,plan\n1,ada@example.com,pro\n2,lin@example.com,free\n" };

export const fixtures: readonly Fixture[] = [
  {
    rule: "field-by-name",
    when: "cut is given a heading",
    files: USERS,
    command: "cut -d, -f email users.csv",
    shows: "invalid field value",
  },
  {
    rule: "field-by-name",
    when: "sort is given a heading",
    files: USERS,
    command: "sort -t, -kplan users.csv",
    shows: "invalid number at field start",
  },
  {
    rule: "field-by-name",
    when: "there is no such heading",
    files: USERS,
    command: "cut -d, -f phone users.csv",
    shows: "invalid field value",
    hints: "1 id, 2 email, 3 plan",
  },
  {
    rule: "field-separator",
    when: "a space follows the comma",
    files: USERS,
    command: "sort -t ', ' -k 2 users.csv",
    shows: "multi-character tab",
  },
  {
    rule: "number-in-words",
    when: "it is written out",
    files: USERS,
    command: "head -n two users.csv",
    shows: "invalid number of lines",
  },
  {
    rule: "awk-function",
    when: "two letters are swapped",
    files: USERS,
    command: "awk -F, '{print lenght($2)}' users.csv",
    shows: "lenght",
    needs: ["mawk"],
  },
  {
    rule: "iconv-encoding",
    when: "the name has a dash too many",
    files: { "a.txt": "abc\n" },
    command: "iconv -f latin-1 -t utf-8 a.txt",
    shows: "iconv: ",
    needs: ["iconv"],
  },
  {
    rule: "text-tool-refused",
    when: "fields are counted from 0",
    files: USERS,
    command: "cut -d, -f 0 users.csv",
    shows: "fields are numbered from 1",
    hints: "the first one is 1",
  },
];
