import { cpuMs } from "@bazaar/testkit/cpu-ms";
import { expect, test } from "vitest";
import { commonForm } from "./common-form.ts";

/** As the programs print them in other languages, with their quotes and spaces. */
test.each([
  [
    "mkdir: impossible de créer le répertoire « a/b c »: Aucun fichier ou dossier de ce type",
    "mkdir: cannot create directory 'a/b c': No such file or directory",
  ],
  ["rm: 'd' を削除できません: ディレクトリです", "rm: cannot remove 'd': Is a directory"],
  [
    "mkdir: ディレクトリ `作業/一時' を作成できません: ファイルが存在します",
    "mkdir: cannot create directory '作業/一時': File exists",
  ],
  [
    "cp: -r wurde nicht angegeben, daher wird das Verzeichnis 'd' ausgelassen",
    "cp: -r not specified; omitting directory 'd'",
  ],
  ["cat: nope: No existe el fichero o el directorio", "cat: nope: No such file or directory"],
  ["bash: ligne 1: nosuch\u00a0: commande introuvable", "bash: line 1: nosuch: command not found"],
  [
    "bash: 1 行: cd: nope: そのようなファイルやディレクトリはありません",
    "bash: line 1: cd: nope: No such file or directory",
  ],
  ["bash: Zeile 1: nosuch: Kommando nicht gefunden.", "bash: line 1: nosuch: command not found"],
  [
    "bash: 第 1 行：cd: nope: 没有那个文件或目录",
    "bash: line 1: cd: nope: No such file or directory",
  ],
  [
    "git：'psuh' 不是一个 git 命令。参见 'git --help'。",
    "git: 'psuh' is not a git command. See 'git --help'.",
  ],
  [
    "git\u00a0: 'psuh' n'est pas une commande git. Voir 'git --help'.",
    "git: 'psuh' is not a git command. See 'git --help'.",
  ],
  ["ls: Unbekannte Option »--colr«", "ls: unrecognized option '--colr'"],
  [
    "mv: невозможно переместить 'a' в 'b/c': Нет такого файла или каталога",
    "mv: cannot move 'a' to 'b/c': No such file or directory",
  ],
  ["cat: 'na'$'\\303\\257''ve.txt': Permission denied", "cat: 'naïve.txt': Permission denied"],
  ["zsh:1: command not found: srot", "zsh: line 1: srot: command not found"],
  ["zsh: command not found: srot", "zsh: srot: command not found"],
  ["zsh:cd:1: no such file or directory: nope", "zsh: line 1: cd: nope: No such file or directory"],
  ["deploy.sh:3: permission denied: ./x y", "deploy.sh: line 3: ./x y: Permission denied"],
  ["fish: Unknown command: srot", "fish: srot: command not found"],
  ["cd: The directory 'nope' does not exist", "fish: cd: nope: No such file or directory"],
])("%s", (line, common) => {
  expect(commonForm(line)).toBe(common);
});

test.each([
  "cat: nope: No such file or directory",
  "bash: line 1: ls\u00a0-la: command not found",
  "main.c:3:5: error: unknown type name ‘in’",
  "> tsc -p srcc",
  "bundler: command not found: rake",
  "bash: line 1: $'\\357\\273\\277#!/bin/sh': No such file or directory",
  "bash: line 2: $'\\r': command not found",
  "",
])("%j stays as it is", (line) => {
  expect(commonForm(line)).toBe(line);
});

test("a hostile line is read in bounded time", () => {
  const lines = ["« ".repeat(500), "a: ".repeat(330), "' を ".repeat(250), "：".repeat(1_000)];
  expect(cpuMs(() => lines.forEach(commonForm))).toBeLessThan(100);
});
