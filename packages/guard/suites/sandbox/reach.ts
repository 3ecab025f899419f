/** Sockets of every family, and secrets wherever they are kept. */
import { CALLS, ESCAPED, failingCall, type HostileGroup, succeeds } from "./hostile-command.ts";

const connect = (host: string, port: string) =>
  succeeds(`timeout 3 bash -c 'exec 9<>/dev/tcp/${host}/${port}'`);

/** Connects to a unix socket whose address is a Perl expression. */
const unix = (address: string) =>
  `perl -MSocket -e 'for my $a (${address}) { socket(my $s, AF_UNIX, SOCK_STREAM, 0) or die $!; if (connect($s, pack_sockaddr_un($a))) { syswrite($s, "pwned"); print "${ESCAPED} $a\\n" } }'`;

const SOCK_RAW = 3;
const family = (number: number, kind = 1, protocol = 0) =>
  failingCall(CALLS.socket, number, kind, protocol);

export const sockets: HostileGroup = {
  category: "sockets",
  commands: [
    { name: "the host's loopback", command: connect("127.0.0.1", "$TCP_PORT") },
    {
      name: "the host's loopback by another address",
      command: `${connect("127.8.8.8", "$TCP_PORT")}; ${connect("0.0.0.0", "$TCP_PORT")}; ${connect("::1", "$TCP_PORT")}`,
    },
    { name: "the internet", command: `${connect("1.1.1.1", "80")}; ${connect("8.8.8.8", "53")}` },
    { name: "a cloud's metadata", command: connect("169.254.169.254", "80") },
    { name: "a datagram to the host", command: "echo pwned > /dev/udp/127.0.0.1/$UDP_PORT; :" },
    { name: "names", command: succeeds("timeout 3 getent ahosts example.com") },
    { name: "an abstract socket", command: unix('"\\0$ENV{ABSTRACT}"') },
    {
      name: "sockets in the home, the project and /tmp",
      command: unix("split / /, $ENV{SOCKETS}"),
    },
    {
      name: "a socket made after the sandbox was",
      command: unix("$ENV{LATE_SOCKET}"),
      needsOverlays: true,
    },
    {
      name: "sockets of the system",
      command: `find /run /var/run -type s 2>/dev/null | grep . && echo ${ESCAPED}; :`,
    },
    {
      name: "listening where the host listens",
      command: `perl -MSocket -e 'socket(my $s, PF_INET, SOCK_STREAM, 0); bind($s, pack_sockaddr_in($ENV{TCP_PORT}, INADDR_ANY)) && listen($s, 1) or die "$!"; sleep 1'`,
    },
    { name: "the hypervisor", command: family(40) },
    {
      name: "raw packets",
      command: `${family(17, SOCK_RAW, 768)}\n${family(2, SOCK_RAW, 1)}\n${family(10, SOCK_RAW, 58)}`,
    },
    { name: "kernel cryptography", command: family(38, 5) },
    {
      name: "bluetooth, CAN, X.25, AppleTalk, phonet, KCM, XDP, SMC",
      command: [31, 29, 9, 5, 35, 41, 44, 43].map((number) => family(number)).join("\n"),
    },
    {
      name: "netlink to audit, events, firewall and diagnostics",
      command: [9, 15, 12, 4, 16, 6].map((protocol) => family(16, SOCK_RAW, protocol)).join("\n"),
    },
    {
      name: "SCTP, DCCP and multipath TCP",
      command: `${family(2, 1, 132)}\n${family(2, 6, 33)}\n${family(2, 1, 262)}`,
    },
    {
      name: "a forbidden family with bits that the kernel ignores",
      command: failingCall(CALLS.socket, "0x100000028", 1, 0),
    },
    {
      name: "the loopback's settings",
      command: succeeds("ip link set lo down || ip addr add 10.0.0.1/8 dev lo"),
    },
  ],
};

const SECRETS = [
  ".ssh/id_ed25519",
  ".aws/credentials",
  ".netrc",
  ".config/gh/hosts.yml",
  ".bash_history",
  ".fix/key",
];

export const secrets: HostileGroup = {
  category: "secrets",
  commands: [
    { name: "files of the home", command: `cd "$HOME"; cat ${SECRETS.join(" ")}; :` },
    {
      name: "files of the home, through /proc/1/root",
      command: `cat ${SECRETS.map((path) => `/proc/1/root"$HOME"/${path}`).join(" ")}; :`,
    },
    {
      name: "everything in the home",
      command:
        'grep -rs . "$HOME" | head -c 100000; tar cf - -C "$HOME" . 2>/dev/null | tr -d "\\0" | head -c 1000000; :',
    },
    {
      name: "a link to a secret",
      command: 'ln -s "$HOME"/.ssh s; cat s/*; ln "$HOME"/.netrc n; cat n; :',
    },
    {
      name: "the directory of a secret, moved",
      command:
        'mv "$HOME"/.config "$HOME"/c; cat "$HOME"/c/gh/*; mv "$HOME"/.ssh "$HOME"/s; cat "$HOME"/s/*; cp -r "$HOME"/.aws a; cat a/*; :',
    },
    {
      name: "a secret uncovered by removing its cover",
      command:
        'rm -rf "$HOME"/.ssh "$HOME"/.netrc; mkdir -p "$HOME"/.ssh; cat "$HOME"/.ssh/* "$HOME"/.netrc; :',
    },
    { name: "environment files of the project", command: "cat .env .env.local sub/.env; :" },
    { name: "the environment", command: "env; export -p; cat /proc/self/environ | tr '\\0' '\\n'" },
    {
      name: "the environment of the first process",
      command: "cat /proc/1/environ /proc/2/environ 2>/dev/null | tr '\\0' '\\n'; :",
    },
    {
      name: "the environment of every process",
      command: "cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' '\\n'; :",
    },
    {
      name: "homes of others",
      as: "root",
      command: `for h in /root /home/*; do ls -A "$h"/.ssh 2>/dev/null; done | grep . && echo ${ESCAPED}; :`,
    },
    {
      name: "agents and their sockets",
      command: `echo "$SSH_AUTH_SOCK$DBUS_SESSION_BUS_ADDRESS$XDG_RUNTIME_DIR$DISPLAY" | grep . && echo ${ESCAPED}; :`,
    },
    {
      name: "layers of other sandboxes",
      command: succeeds('find "$STATE" -mindepth 1 2>/dev/null | grep -q .'),
    },
  ],
};
