/** The tree that every script starts from: some of everything, all of it years old. */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";

const START = `
set -e
umask 022
mkdir -p dir/sub/deep empty many names closed opaque/inner swap/left swap/right shared
echo one > a; echo two > b; echo three > dir/c; echo four > dir/sub/d; echo five > dir/sub/deep/e
printf '#!/bin/sh\\necho hi\\n' > run.sh; chmod 755 run.sh
yes x | head -c 300000 > big || true
for n in 1 2 3 4 5 6 7 8 9; do echo $n > many/$n; done
ln -s a link; ln -s nowhere dangling; ln -s dir dirlink
mkfifo pipe
echo inner > opaque/inner/file; echo top > opaque/file
echo left > swap/left/l; echo right > swap/right/r
echo secret > private; chmod 600 private
echo shared > shared/one; ln shared/one shared/two
echo 'größe' > 'names/größe'; echo x > names/'with space'; printf 'key=1\\nother=2\\n' > settings.ini
echo closed > closed/inside
setfattr -n user.note -v hello a 2>/dev/null || true
setfattr -n user.place -v here dir 2>/dev/null || true
chmod 750 dir/sub
find . -depth -exec touch -h -d '2020-05-06 07:08:09.123456789' {} +
`;

export function makeStartTree(directory: string): void {
  mkdirSync(directory, { recursive: true });
  const { status, stderr } = spawnSync("bash", ["-c", START], { cwd: directory, encoding: "utf8" });
  if (status !== 0) throw new Error(`the start tree could not be made: ${stderr}`);
}
