import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "rust-help",
    when: "a type is not imported",
    files: {
      "app.rs":
        'fn main() {\n    let map: HashMap<u8, u8> = HashMap::new();\n    println!("{}", map.len());\n}\n',
    },
    command: "rustc app.rs",
    shows: "consider importing this struct",
    needs: ["rustc"],
  },
  {
    rule: "rust-help",
    when: "a variable is not mutable",
    files: {
      "app.rs":
        'fn main() {\n    let list: Vec<u8> = Vec::new();\n    list.push(1);\n    println!("{}", list.len());\n}\n',
    },
    command: "rustc app.rs",
    shows: "consider changing this to be mutable",
    needs: ["rustc"],
  },
  {
    rule: "rust-help",
    when: "a value is moved",
    files: {
      "app.rs":
        'fn total(list: Vec<u32>) -> u32 {\n    list.iter().sum()\n}\n\nfn main() {\n    let list = vec![1, 2];\n    let sum = total(list);\n    println!("{} {}", list.len(), sum);\n}\n',
    },
    command: "rustc app.rs",
    shows: "borrow of moved value",
    needs: ["rustc"],
  },
  {
    rule: "rust-help",
    when: "a semicolon is missing",
    files: {
      "app.rs": 'fn main() {\n    let a = 1\n    let b = 2;\n    println!("{}", a + b);\n}\n',
    },
    command: "rustc app.rs",
    shows: "help: add `;` here",
    needs: ["rustc"],
  },
  {
    rule: "rust-name",
    when: "a method is misspelt",
    files: { "app.rs": 'fn main() {\n    println!("{}", "go".to_upercase());\n}\n' },
    command: "rustc app.rs",
    shows: "no method named `to_upercase`",
    needs: ["rustc"],
  },
  {
    rule: "rust-help",
    when: "the report shows lines of one and of two digits",
    files: {
      "app.rs":
        '// One line.\n// Another line.\n// A third line.\n// A fourth line.\n// A fifth line.\n// A sixth line.\n\nfn main() {\n    let mean = 4 / 2\n    println!("{mean}");\n}\n',
    },
    command: "rustc app.rs",
    shows: "add `;` here",
    needs: ["rustc"],
  },
  {
    rule: "rust-help",
    when: "a text should be a String",
    files: {
      "app.rs":
        'struct S {\n    user: String,\n}\n\nfn main() {\n    let s = S { user: "guest" };\n    println!("{}", s.user);\n}\n',
    },
    command: "rustc app.rs",
    shows: "try using a conversion method",
    needs: ["rustc"],
  },
  {
    rule: "rust-help",
    when: "a struct cannot be printed",
    files: {
      "app.rs":
        'struct P {\n    x: i32,\n}\n\nfn main() {\n    let p = P { x: 1 };\n    println!("{:?} {}", p, p.x);\n}\n',
    },
    command: "rustc app.rs",
    shows: "consider annotating `P`",
    needs: ["rustc"],
  },
  {
    rule: "rust-help",
    when: "two types of the library are not imported",
    files: {
      "app.rs":
        'fn main() {\n    let a = Arc::new(Mutex::new(1));\n    println!("{}", a.lock().unwrap());\n}\n',
    },
    command: "rustc app.rs",
    shows: "consider importing",
    needs: ["rustc"],
  },
  {
    rule: "rust-help",
    when: "a struct keeps a reference",
    files: {
      "app.rs":
        'struct P {\n    name: &str,\n}\n\nfn main() {\n    let p = P { name: "a" };\n    println!("{}", p.name);\n}\n',
    },
    command: "rustc app.rs",
    shows: "consider introducing a named lifetime parameter",
    needs: ["rustc"],
  },
  {
    rule: "rust-name",
    when: "a module of the library is misspelt",
    files: {
      "app.rs":
        'use std::collection::HashMap;\n\nfn main() {\n    let m: HashMap<u8, u8> = HashMap::new();\n    println!("{}", m.len());\n}\n',
    },
    command: "rustc app.rs",
    shows: "could not find `collection` in `std`",
    needs: ["rustc"],
  },
  {
    rule: "rust-keyword",
    when: "else if is written as in Python",
    files: {
      "app.rs":
        'fn main() {\n    let x = 2;\n    if x == 1 {\n        println!("1");\n    } elif x == 2 {\n        println!("2");\n    }\n}\n',
    },
    command: "rustc app.rs",
    shows: "found `x`",
    needs: ["rustc"],
  },
];
