import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "output is redirected into it",
    command: "echo done > build/logs/last.txt",
    shows: "build/logs/last.txt: No such file or directory",
  },
  {
    when: "a file is copied into it",
    files: { "app.js": "\n" },
    command: "cp app.js dist/app.js",
    shows: "cannot create regular file 'dist/app.js'",
  },
  {
    when: "a file is copied into a nested one",
    files: { "build.sh": "\n" },
    command: "cp build.sh out/x/",
    shows: "cannot create regular file 'out/x/'",
  },
  {
    when: "only the last part is missing",
    files: { "build.sh": "\n", "out/kept": "" },
    command: "mv build.sh out/x/",
    shows: "to 'out/x/'",
  },
  {
    when: "several files are copied into it",
    files: { "a.sh": "\n", "b.sh": "\n" },
    command: "cp a.sh b.sh out/x/",
    shows: "target 'out/x/'",
  },
  {
    when: "mkdir is asked for a nested directory",
    command: "mkdir data/cache/images",
    shows: "cannot create directory",
  },
  {
    when: "the linker writes into it",
    files: { "main.c": "int main(void) { return 0; }\n" },
    command: "gcc main.c -o bin/app",
    shows: "cannot open output file bin/app",
    needs: ["gcc"],
  },
  {
    when: "a database is created in it",
    command: "sqlite3 var/app.db 'create table visits (day text);'",
    shows: "unable to open database",
    needs: ["sqlite3"],
  },
  {
    when: "an archive is extracted into it",
    files: { "data/table.txt": "row\n" },
    setup: "tar -czf nightly.tar.gz data",
    command: "tar -xzf nightly.tar.gz -C restore",
    shows: "tar: restore: Cannot open: No such file or directory",
  },
];
