import { replaceWord } from "../edit-command.ts";
import { entryOf } from "../entry-of.ts";
import { corrected, rule } from "../rule.ts";
import { missingCommand } from "./missing-command.ts";

/** Commands and their equivalents. */
const SAME_AS: Readonly<Record<string, readonly string[]>> = {
  python: ["python3"],
  python2: ["python3"],
  pip: ["pip3"],
  pip2: ["pip3"],
  node: ["nodejs"],
  nodejs: ["node"],
  vi: ["vim", "nano"],
  vim: ["vi", "nano"],
  gsed: ["sed"],
  gawk: ["awk"],
  gtar: ["tar"],
  gmake: ["make"],
  ggrep: ["grep"],
  gfind: ["find"],
  gdate: ["date"],
  greadlink: ["readlink"],
  gxargs: ["xargs"],
  cc: ["gcc", "clang"],
  gcc: ["cc", "clang"],
  clang: ["gcc", "cc"],
  "c++": ["g++", "clang++"],
  egrep: ["grep -E"],
  fgrep: ["grep -F"],
  md5: ["md5sum"],
  sha256: ["sha256sum"],
  fd: ["fdfind"],
  bat: ["batcat"],
  docker: ["podman"],
  "docker-compose": ["docker compose"],
  l: ["ls -CF"],
  lsa: ["ls -lah"],
  ifconfig: ["ip addr"],
  ipconfig: ["ip addr"],
  netstat: ["ss"],
  tracert: ["traceroute", "tracepath"],
  open: ["xdg-open"],
  pbcopy: ["xclip -selection clipboard", "wl-copy"],
  pbpaste: ["xclip -selection clipboard -o", "wl-paste"],
  py: ["python3"],
  ll: ["ls -l"],
  la: ["ls -A"],
  cls: ["clear"],
  dir: ["ls"],
  copy: ["cp"],
  move: ["mv"],
  md: ["mkdir -p"],
  type: ["cat"],
  del: ["rm"],
  erase: ["rm"],
  ren: ["mv"],
  where: ["which"],
  findstr: ["grep"],
  tasklist: ["ps aux"],
  hexdump: ["xxd", "od -A x -t x1z"],
  more: ["less", "cat"],
};

export const otherName = rule({
  name: "other-name",
  title: "A command has another name on this machine",
  sees(view) {
    const missing = missingCommand(view);
    if (missing === null || !Object.hasOwn(SAME_AS, missing.name)) return null;
    return { ...missing, same: entryOf(SAME_AS, missing.name) ?? [] };
  },
  async repair({ name, call, same }, view, ask) {
    const programs = same.map((one) => one.split(" ", 1).join());
    const there = await ask.installed([name, ...programs]);
    const [program] = there.includes(name) ? [] : there;
    const found = program === undefined ? undefined : same[programs.indexOf(program)];
    if (found === undefined) return null;
    return corrected(
      replaceWord(view, call.program, found),
      `${name} is not installed; ${found} does the same.`,
    );
  },
});
