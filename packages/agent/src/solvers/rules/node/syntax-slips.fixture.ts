import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "javascript-const",
    when: "a sum is a constant",
    files: {
      "app.js": "const total = 0;\nfor (const n of [1, 2]) total += n;\nconsole.log(total);\n",
    },
    command: "node app.js",
    shows: "Assignment to constant variable",
    needs: ["node"],
  },
  {
    rule: "javascript-async",
    when: "a function waits",
    files: {
      "app.js":
        "function load() {\n  const one = await Promise.resolve(1);\n  console.log(one);\n}\nload();\n",
    },
    command: "node app.js",
    shows: "await is only valid in async functions",
    needs: ["node"],
  },
  {
    rule: "javascript-built-in",
    when: "fs is not loaded",
    files: { "app.js": 'console.log(fs.existsSync("app.js"));\n' },
    command: "node app.js",
    shows: "fs is not defined",
    needs: ["node"],
  },
  {
    rule: "javascript-built-in",
    when: "a module uses path",
    files: { "app.mjs": 'export const name = path.basename("a/b");\n' },
    command: "node app.mjs",
    shows: "path is not defined",
    needs: ["node"],
  },
  {
    rule: "javascript-bracket",
    when: "a call is not closed",
    files: { "app.js": "console.log(Math.max(1, 2);\n" },
    command: "node app.js",
    shows: "missing ) after argument list",
    needs: ["node"],
  },
  {
    rule: "javascript-bracket",
    when: "a condition is not closed",
    files: { "app.js": 'if (Math.max(1, 2 > 1) {\n  console.log("yes");\n}\n' },
    command: "node app.js",
    shows: "SyntaxError",
    needs: ["node"],
  },
  {
    rule: "javascript-string",
    when: "a statement ends in the string",
    files: { "app.js": 'const name = "ada;\nconsole.log(name);\n' },
    command: "node app.js",
    shows: "Invalid or unexpected token",
    needs: ["node"],
  },
  {
    rule: "javascript-keyword",
    when: "a function is declared",
    files: { "app.js": "funtion double(n) {\n  return 2 * n;\n}\nconsole.log(double(2));\n" },
    command: "node app.js",
    shows: "Unexpected identifier",
    needs: ["node"],
  },
];
