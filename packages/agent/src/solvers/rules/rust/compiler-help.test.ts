import { expect, test } from "vitest";
import { viewOf } from "../view.ts";
import { changesIn } from "./compiler-help.ts";

const read = (error: string) =>
  changesIn(viewOf({ command: "rustc a.rs", error, capabilities: [] }));

test("a difference, an insertion and an import are read", () => {
  const changes = read(`error[E0425]: cannot find value \`cuont\` in this scope
 --> a.rs:3:20
  |
3 |     println!("{}", cuont);
  |                    ^^^^^
  |
help: a local variable with a similar name exists
  |
3 -     println!("{}", cuont);
3 +     println!("{}", count);
  |

error[E0596]: cannot borrow \`queue\` as mutable, as it is not declared as mutable
 --> a.rs:7:5
  |
7 |     queue.push(1);
  |     ^^^^^ cannot borrow as mutable
  |
help: consider changing this to be mutable
  |
6 |     let mut queue: Vec<i32> = Vec::new();
  |         +++

error[E0433]: cannot find type \`HashMap\` in this scope
 --> a.rs:2:19
help: consider importing this struct
  |
1 + use std::collections::HashMap;
  |
`);
  expect(
    changes.map(({ line, was, now, isGrown }) => ({ line, was: isGrown ? "less" : was, now })),
  ).toEqual([
    { line: 3, was: '    println!("{}", cuont);', now: '    println!("{}", count);' },
    {
      line: 6,
      was: "less",
      now: "    let mut queue: Vec<i32> = Vec::new();",
    },
    { line: 1, was: null, now: "use std::collections::HashMap;" },
  ]);
});

test("help that hides an error, and help on a warning, is not used", () => {
  const changes = read(`error[E0308]: mismatched types
 --> a.rs:2:5
  |
2 |     let n: u8 = size;
  |
help: you can convert a \`u32\` to a \`u8\` and panic if the converted value doesn't fit
  |
2 |     let n: u8 = size.try_into().unwrap();
  |                     ++++++++++++++++++++

warning: unused variable: \`s\`
 --> a.rs:1:9
  |
1 | fn take(s: &str) {}
  |         ^ help: if this is intentional, prefix it with an underscore: \`_s\`
`);
  expect(changes).toEqual([]);
});
