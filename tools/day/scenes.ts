/** A day of a developer: what fails, and what is typed then. */

export interface Scene {
  readonly title: string;
  /** What a reader should know. */
  readonly words: string;
  /** What is there before, made in the home where the person does not see it. */
  readonly setup?: string;
  readonly typed: readonly Typed[];
}

interface Typed {
  readonly text: string;
  /** The last line of the screen when it waits; without it, a prompt. */
  readonly until?: RegExp;
  /** Pressed after it; without it, Enter. */
  readonly key?: string;
}

/** A question of `fix`. */
const ASKED = /\[y\/N[^\]]*\]$/;

/** `fix it`, and yes to its question. */
const REPAIRED: readonly Typed[] = [{ text: "fix it", until: ASKED }, { text: "y" }];

export const SCENES: readonly Scene[] = [
  {
    title: "A directory, misspelt",
    words: "`cd` acts on your own shell: the correction is put on the prompt, and Enter runs it.",
    setup:
      "mkdir shop && cd shop && git init -q && echo '# Shop' > README.md && git add . && git commit -qm First",
    typed: [
      { text: "cd sohp" },
      { text: "fix it", until: /^~ \$ cd shop$/ },
      { text: "", until: /^~\/shop \$$/ },
    ],
  },
  {
    title: "A slip of the fingers",
    words: "What only reads runs for real. The first repair makes a key; the money is test money.",
    typed: [{ text: "gti status" }, ...REPAIRED],
  },
  {
    title: "A directory in a directory that is not there",
    words: "What would change is shown first.",
    typed: [{ text: "mkdir src/lib" }, ...REPAIRED, { text: "mkdir src/lib" }],
  },
  {
    title: "A script with another name",
    words: "What the correction printed in the sandbox is its result: it does not run twice.",
    setup: "cd shop && mkdir -p db && echo 'console.log(\"3 tables migrated\")' > db/migrate.js",
    typed: [{ text: "node db/migarte.js" }, ...REPAIRED],
  },
  {
    title: "A missing colon",
    words: "A change to a file is shown as a diff.",
    setup: `cd shop && cat > totals.py <<'P'
prices = {"tea": 4, "bread": 3}

def total(names)
    return sum(prices[name] for name in names)

print(total(["tea", "bread"]))
P`,
    typed: [{ text: "python3 totals.py" }, ...REPAIRED, { text: "python3 totals.py" }],
  },
  {
    title: "A first push",
    words:
      "No sandbox can prove a push: the command is put on the prompt, and you decide. Here it is run.",
    setup:
      "git init -q --bare shop.git && cd shop && git remote add origin ~/shop.git && git add . && git commit -qm 'Add totals' && git switch -qc totals",
    typed: [
      { text: "git push" },
      { text: "fix it", until: /^~\/shop \$ git push --set-upstream origin totals$/ },
      { text: "" },
    ],
  },
  {
    title: "A commit with a slip",
    words: "The commit is made in the sandbox, and keeping its changes makes it yours.",
    setup: "cd shop && echo thanks >> README.md && git add README.md",
    typed: [
      { text: "git comit -qm 'Say thanks'" },
      ...REPAIRED,
      { text: "git log --format=%s -2" },
    ],
  },
  {
    title: "A port that is taken",
    words:
      "The cause is outside of any sandbox: it is named, and nothing is run again. Ctrl+C takes the offer off the prompt.",
    setup: "python3 -m http.server 8000 </dev/null >/dev/null 2>&1 & sleep 2",
    typed: [
      { text: "python3 -m http.server 8000" },
      { text: "fix it", until: /^~\/shop \$ python3 -m http\.server 8001$/ },
      { text: "", key: "C-c" },
    ],
  },
  {
    title: "A semicolon",
    words: "`fix` before a command runs it and repairs it at once, and runs it again.",
    setup: `cd shop && cat > tax.c <<'C'
#include <stdio.h>

int main(void) {
  double price = 4.00
  printf("%.2f\\n", price * 1.19);
  return 0;
}
C
printf 'tax: tax.c\\n\\tcc -o tax tax.c\\n' > Makefile`,
    typed: [{ text: "fix make tax", until: ASKED }, { text: "y" }, { text: "./tax" }],
  },
  {
    title: "A change of mind",
    words: "Everything that was committed can be reverted.",
    typed: [{ text: "fix undo" }, { text: "grep price tax.c" }],
  },
  {
    title: "A package that is not installed",
    words: "Without a network nothing can be installed and proved.",
    setup: "cd shop && printf 'import requests\\nprint(requests.__version__)\\n' > rates.py",
    typed: [
      { text: "python3 rates.py" },
      { text: "fix it", until: /^~\/shop \$ python3 -m pip install requests$/ },
      { text: "", key: "C-c" },
    ],
  },
  {
    title: "Nothing that a rule knows",
    words: "What is not known is not guessed.",
    setup: "cd shop && printf 'import totals\\nassert totals.total([\"tea\"]) == 5\\n' > check.py",
    typed: [{ text: "python3 check.py" }, { text: "fix it" }],
  },
];
