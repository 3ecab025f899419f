import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "json-literals",
    when: "a Python dictionary was saved",
    files: { "rows.json": '{"on": True, "at": None}\n' },
    command: "python3 -m json.tool rows.json",
    shows: "Expecting value",
    needs: ["python3"],
  },
  {
    rule: "json-keys",
    when: "a JavaScript object was saved",
    files: { "rows.json": '{\n  port: 8080,\n  "host": "web"\n}\n' },
    command: "python3 -m json.tool rows.json",
    shows: "Expecting property name",
    needs: ["python3"],
  },
  {
    rule: "json-string",
    when: "a value is not closed",
    files: { "rows.json": '{\n  "host": "web,\n  "port": 80\n}\n' },
    command: "python3 -m json.tool rows.json",
    shows: "Invalid control character",
    needs: ["python3"],
  },
  {
    rule: "json-end",
    when: "the last bracket is missing",
    files: { "rows.json": '{\n  "host": "web",\n  "ports": [80]\n' },
    command: "python3 -m json.tool rows.json",
    shows: "Expecting ',' delimiter",
    needs: ["python3"],
  },
];
