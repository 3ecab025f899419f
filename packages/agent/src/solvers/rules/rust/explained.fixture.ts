import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a match lacks a case",
    files: {
      "app.rs":
        'enum L {\n    Low,\n    Mid,\n}\n\nfn main() {\n    let l = L::Mid;\n    match l {\n        L::Low => println!("low"),\n    }\n}\n',
    },
    command: "rustc app.rs",
    shows: "not covered",
    hints: "Add an arm for it",
    needs: ["rustc"],
  },
  {
    when: "a list changes while one of its values is borrowed",
    files: {
      "app.rs":
        'fn main() {\n    let mut v = vec![1];\n    let first = &v[0];\n    v.push(2);\n    println!("{first}");\n}\n',
    },
    command: "rustc app.rs",
    shows: "cannot borrow `v` as mutable",
    hints: "Line 4 of app.rs: v is borrowed in line 3 and used again in line 5",
    needs: ["rustc"],
  },
  {
    when: "a number may not fit",
    files: {
      "app.rs":
        'fn size(v: &[u8]) -> u32 {\n    v.len()\n}\n\nfn main() {\n    println!("{}", size(&[1]));\n}\n',
    },
    command: "rustc app.rs",
    shows: "mismatched types",
    hints: "Line 2 of app.rs: u32 is expected here, but the value is usize.",
    needs: ["rustc"],
  },
];
