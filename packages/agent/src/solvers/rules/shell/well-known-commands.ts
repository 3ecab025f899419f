/** Commands that people type, the most common first. */
export const WELL_KNOWN_COMMANDS: readonly string[] = [
  "ls cd cat git grep make cp mv rm mkdir echo python3 node npm docker sudo ssh curl vim find sed",
  "awk tar man less head tail chmod chown touch pip3 python pip npx yarn pnpm cargo go java gcc g++",
  "ps kill top df du free sort uniq wc cut tr xargs tee diff cmp patch which whoami pwd date env export",
  "unzip zip gzip gunzip bzip2 xz wget scp rsync ping ip ss netstat systemctl journalctl service",
  "apt apt-get dpkg yum dnf brew pacman snap clear history alias source bash sh zsh nano emacs tmux",
  "screen htop watch sleep time nohup jobs bg fg printf read test expr bc seq rev tac nl paste join",
  "comm split csplit basename dirname realpath readlink stat file ln rmdir mktemp md5sum sha256sum",
  "base64 xxd od strings iconv locale id groups su passwd useradd uname hostname uptime lsof mount",
  "umount lsblk fdisk crontab kubectl terraform ansible vagrant psql mysql sqlite3 redis-cli mongo",
  "jq yq rg fd bat tree code ruby gem bundle rails perl php composer javac mvn gradle rustc rustup",
  "tsx vite mocha webpack rollup esbuild nodemon rimraf tsup dotnet deno bun tsc eslint prettier jest vitest pytest black flake8 mypy virtualenv poetry pipenv",
  "cmake ninja meson clang clang++ ld ar nm objdump gdb valgrind strace openssl gpg ssh-keygen nc",
].flatMap((line) => line.split(" "));

/** Their effect cannot be undone: they remove, overwrite or end something. */
const RISKY = new Set(
  [
    "rm rmdir mv cp dd ln tee kill fdisk passwd useradd chmod chown su sudo umount crontab",
    "systemctl rsync scp patch split csplit rimraf",
  ].flatMap((line) => line.split(" ")),
);

/** Whether a command is never proposed unless it was typed. */
export function isRiskyToGuess(command: string): boolean {
  return RISKY.has(command);
}
