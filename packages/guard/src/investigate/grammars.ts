/** The grammars of all allowed tools, by name. */
import type { Grammar } from "./grammar.ts";
import { ag } from "./tools/ag.ts";
import { apt } from "./tools/apt.ts";
import { aptCache } from "./tools/apt-cache.ts";
import { arch } from "./tools/arch.ts";
import { basename } from "./tools/basename.ts";
import { cargo } from "./tools/cargo.ts";
import { cat } from "./tools/cat.ts";
import { clang } from "./tools/clang.ts";
import { clangPlusPlus } from "./tools/clang-plus-plus.ts";
import { cmake } from "./tools/cmake.ts";
import { cmp } from "./tools/cmp.ts";
import { df } from "./tools/df.ts";
import { diff } from "./tools/diff.ts";
import { dirname } from "./tools/dirname.ts";
import { dpkg } from "./tools/dpkg.ts";
import { du } from "./tools/du.ts";
import { echo } from "./tools/echo.ts";
import { file } from "./tools/file.ts";
import { find } from "./tools/find.ts";
import { free } from "./tools/free.ts";
import { gPlusPlus } from "./tools/g-plus-plus.ts";
import { gcc } from "./tools/gcc.ts";
import { gem } from "./tools/gem.ts";
import { grep } from "./tools/grep.ts";
import { head } from "./tools/head.ts";
import { hostnamectl } from "./tools/hostnamectl.ts";
import { id } from "./tools/id.ts";
import { ldd } from "./tools/ldd.ts";
import { less } from "./tools/less.ts";
import { ls } from "./tools/ls.ts";
import { lsbRelease } from "./tools/lsb-release.ts";
import { lscpu } from "./tools/lscpu.ts";
import { make } from "./tools/make.ts";
import { md5sum } from "./tools/md5sum.ts";
import { mount } from "./tools/mount.ts";
import { nm } from "./tools/nm.ts";
import { npm } from "./tools/npm.ts";
import { objdump } from "./tools/objdump.ts";
import { pacman } from "./tools/pacman.ts";
import { pip } from "./tools/pip.ts";
import { pip3 } from "./tools/pip3.ts";
import { pkgConfig } from "./tools/pkg-config.ts";
import { ps } from "./tools/ps.ts";
import { pwd } from "./tools/pwd.ts";
import { readlink } from "./tools/readlink.ts";
import { realpath } from "./tools/realpath.ts";
import { rg } from "./tools/rg.ts";
import { rpm } from "./tools/rpm.ts";
import { rustc } from "./tools/rustc.ts";
import { sha256sum } from "./tools/sha256sum.ts";
import { stat } from "./tools/stat.ts";
import { strings } from "./tools/strings.ts";
import { tail } from "./tools/tail.ts";
import { test } from "./tools/test.ts";
import { timeout } from "./tools/timeout.ts";
import { tree } from "./tools/tree.ts";
import { type } from "./tools/type-command.ts";
import { uname } from "./tools/uname.ts";
import { wc } from "./tools/wc.ts";
import { whereis } from "./tools/whereis.ts";
import { which } from "./tools/which.ts";
import { whoami } from "./tools/whoami.ts";

export const GRAMMARS: Readonly<Record<string, Grammar>> = {
  ag,
  apt,
  "apt-cache": aptCache,
  arch,
  basename,
  cargo,
  cat,
  clang,
  "clang++": clangPlusPlus,
  cmake,
  cmp,
  df,
  diff,
  dirname,
  dpkg,
  du,
  echo,
  file,
  find,
  free,
  "g++": gPlusPlus,
  gcc,
  gem,
  grep,
  head,
  hostnamectl,
  id,
  ldd,
  less,
  ls,
  lsb_release: lsbRelease,
  lscpu,
  make,
  md5sum,
  mount,
  nm,
  npm,
  objdump,
  pacman,
  pip,
  pip3,
  "pkg-config": pkgConfig,
  ps,
  pwd,
  readlink,
  realpath,
  rg,
  rpm,
  rustc,
  sha256sum,
  stat,
  strings,
  tail,
  test,
  timeout,
  tree,
  type,
  uname,
  wc,
  whereis,
  which,
  whoami,
};

/** The file in `tools/` that holds a tool's grammar. */
export function grammarFile(tool: string): string {
  if (tool === "type") return "type-command.ts";
  return `${tool.replaceAll("_", "-").replaceAll("++", "-plus-plus")}.ts`;
}
