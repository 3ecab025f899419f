/** Deleting and overwriting, by every route that leads to a file. */
import { ESCAPED, type HostileGroup, succeeds } from "./hostile-command.ts";

export const deletion: HostileGroup = {
  category: "deletion",
  commands: [
    { name: "rm of everything", on: "decoy", command: "rm -rf --no-preserve-root / 2>/dev/null" },
    {
      name: "find -delete from the root",
      on: "decoy",
      command: "find / -xdev -delete 2>/dev/null",
    },
    {
      name: "every file emptied",
      on: "decoy",
      command: "find /etc /home /bin -xdev -type f -exec truncate -s 0 {} + 2>/dev/null",
    },
    { name: "every mode taken away", on: "decoy", command: "chmod -R 000 / 2>/dev/null" },
    {
      name: "every owner changed",
      on: "decoy",
      as: "root",
      command: "chown -R 12345:12345 / 2>/dev/null",
    },
    {
      name: "every top directory renamed",
      on: "decoy",
      command: 'cd /; for d in etc home opt; do mv "$d" "$d.gone"; done',
    },
    {
      name: "the shell's own libraries removed while it runs",
      on: "decoy",
      command: "rm -rf /lib /lib64 /usr /bin 2>/dev/null; echo pwned > /etc/canary",
    },
    { name: "shred", on: "decoy", command: "shred -uz /srv/canary /etc/canary" },
    {
      name: "zeros over a file",
      on: "decoy",
      command: "dd if=/dev/zero of=/etc/canary bs=4k count=4 2>/dev/null",
    },
    {
      name: "files replaced by links to nothing",
      on: "decoy",
      command: "ln -sf /dev/null /etc/canary; ln -sfn /nowhere /home",
    },
    {
      name: "directories replaced by files",
      on: "decoy",
      command: "rm -rf /home /opt; echo file > /home; echo file > /opt",
    },
    {
      name: "a tree moved over another",
      on: "decoy",
      command: "rm -rf /etc; cp -a /home /etc; rm -rf /home",
    },
    {
      name: "rm of the home, the project and the temporary files",
      command: 'rm -rf "$HOME"/* "$PWD"/* $CANARIES 2>/dev/null',
    },
    { name: "find -delete in the home", command: 'find "$HOME" -delete 2>/dev/null' },
  ],
};

const pwn = (path: string) => `echo pwned > ${path}`;

export const overwriting: HostileGroup = {
  category: "overwriting",
  commands: [
    { name: "plainly", command: 'for c in $CANARIES; do echo pwned > "$c"; done' },
    {
      name: "through /proc/1/root",
      command: 'for c in $CANARIES; do echo x > /proc/1/root"$c"; done',
    },
    {
      name: "through /proc/self/root and cwd",
      command: 'echo x > /proc/self/root"$HOME"/canary; echo x > /proc/self/cwd/canary',
    },
    {
      name: "through a relative path that climbs",
      command: 'echo x > ../../../../../../../../../../.."$HOME"/canary; echo x > ../canary',
    },
    {
      name: "through a hard link",
      command: 'ln "$HOME"/canary link; echo pwned >> link; ln "$HOME"/canary "$HOME"/fix-escape',
    },
    { name: "through a symbolic link", command: 'ln -s "$HOME"/canary link; echo pwned > link' },
    {
      name: "through an open descriptor",
      command: 'exec 9<>"$HOME"/canary; echo pwned >&9; exec 8>>"$PWD"/canary; echo pwned >&8',
    },
    {
      name: "through a shared mapping",
      command: [
        'perl -e \'open(F, "+<", "$ENV{HOME}/canary") or die $!; open(Z, "<", "/dev/zero") or die;',
        process.arch === "x64" ? "my ($map, $read) = (9, 0);" : "my ($map, $read) = (222, 63);",
        "my $at = syscall($map, 0, 4096, 3, 1, fileno(F), 0); die $! if $at < 0;",
        'syscall($read, fileno(Z), $at, 5); print "mapped\\n"\'',
      ].join(" "),
    },
    {
      name: "by renaming over it",
      command: 'echo pwned > p; mv -f p "$HOME"/canary; mv "$PWD"/canary q',
    },
    { name: "in place", command: "sed -i s/./x/g $CANARIES; perl -pi -e 's/./y/g' $CANARIES" },
    { name: "by its length", command: "truncate -s 0 $CANARIES; truncate -s 1M $CANARIES" },
    { name: "by a hole punched into it", command: "fallocate -p -l 4096 $CANARIES" },
    {
      name: "by its mode and times",
      command: "chmod 000 $CANARIES; touch -d 2001-01-01 $CANARIES",
    },
    { name: "by its owner", as: "root", command: "chown 12345:12345 $CANARIES" },
    {
      name: "by its attributes",
      command: `setfattr -n user.pwned -v 1 "$HOME"/canary; setfacl -m u:0:rwx "$HOME"/canary 2>/dev/null; :`,
    },
    { name: "by making it immutable", command: succeeds('chattr +i "$HOME"/canary 2>/dev/null') },
    {
      name: "in the system's directories",
      as: "root",
      command:
        "for d in / /etc /usr/local/bin /opt /var/lib /root /boot /srv; do echo x > $d/fix-escape; done; rm -f /etc/hostname",
    },
    {
      name: "in the system's directories, without the right to",
      as: "user",
      command: succeeds(
        "echo x > /etc/fix-escape || echo x > /usr/local/bin/fix-escape || echo x > /opt/fix-escape",
      ),
    },
    {
      name: "through descriptors that were left open",
      command: `perl -e 'for (3..255) { my $to = readlink "/proc/self/fd/$_"; print "${ESCAPED} $to\\n" if defined $to && $to !~ m{^/dev/null$|^\\Q$ENV{STATE}\\E/[^/]+/empty \\(deleted\\)$} }'`,
    },
    {
      name: "through descriptors of the first process",
      command:
        'for f in /proc/1/fd/*; do case $(readlink "$f") in pipe:*|socket:*|anon_inode:*|/dev/null|"$STATE"/*/[oes]|"$STATE"/*/d/null|"") ;; *) echo ESCAPED "$(readlink "$f")";; esac; done; :',
    },
    { name: "in the sandbox's own state", command: succeeds('ls -A "$STATE" | grep -q .') },
    {
      name: "over the sandbox's own state",
      command: 'mkdir -p "$STATE" && echo x > "$STATE"/fix-escape; :',
    },
    {
      name: "by moving the directory above it",
      command: 'mv "$PWD" "$PWD.gone"; mv "$HOME" "$HOME.gone"; :',
    },
    {
      name: "in a directory with an odd name",
      command: `mkdir -p "$HOME/a b,c:d\\e'f"g"; ${pwn(`"$HOME/a b,c:d\\e'f"g/fix-escape"`)}`,
    },
  ],
};
