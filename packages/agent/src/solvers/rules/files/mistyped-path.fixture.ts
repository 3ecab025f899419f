import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "the file's name is mistyped",
    files: { "src/main.c": "int main(void) { return 0; }\n", "src/parse.c": "" },
    command: "wc -l src/mian.c",
    shows: "src/mian.c: No such file or directory",
  },
  {
    when: "the directory's name is mistyped",
    files: { "source/app/settings.ini": "[app]\n" },
    command: "cat source/ap/settings.ini",
    shows: "No such file or directory",
  },
  {
    when: "an interpreter names the whole path",
    files: { "manage.py": "print('ready')\n" },
    command: "python3 mange.py",
    shows: "can't open file",
    needs: ["python3"],
  },
  {
    when: "cd goes nowhere",
    files: { "frontend/index.html": "<p>\n" },
    command: "cd fronted && cat index.html",
    shows: "cd: fronted: No such file or directory",
  },
  {
    when: "the file is where cd went",
    files: { "web app/index.html": "<p>\n", "indexes.html": "" },
    command: "bash -c 'cd \"web app\" && cat indx.html'",
    shows: "indx.html: No such file or directory",
  },
  {
    when: "jq says that it could not open it",
    files: { "package-lock.json": '{"lockfileVersion": 3}\n', "package.json": "{}\n" },
    command: "jq .lockfileVersion package-lcok.json",
    shows: "Could not open",
    needs: ["jq"],
  },
  {
    when: "awk writes the error in parentheses",
    files: { "table.txt": "a b\n" },
    command: "awk 1 tabel.txt",
    shows: "tabel.txt",
    needs: ["awk"],
  },
  {
    when: "unzip names three files",
    files: { "photo.txt": "x\n" },
    setup: "zip -q photos.zip photo.txt",
    command: "unzip -l potos.zip",
    shows: "cannot find or open",
    needs: ["zip", "unzip"],
  },
];
