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
];
