import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "unwrap meets nothing",
    files: {
      "app.rs":
        'fn main() {\n    let list: Vec<i32> = Vec::new();\n    println!("{}", list.first().unwrap());\n}\n',
    },
    command: "rustc app.rs && ./app",
    shows: "on a `None` value",
    hints: "Line 3 of app.rs: unwrap() found no value",
    needs: ["rustc"],
  },
];
