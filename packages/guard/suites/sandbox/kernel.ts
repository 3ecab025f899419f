/** Devices, namespaces, mounts and everything else that only the kernel holds back. */
import {
  CALLS,
  ESCAPED,
  failingCall,
  type HostileGroup,
  refusedCall,
  succeeds,
} from "./hostile-command.ts";

const lines = (...commands: readonly string[]): string => commands.join("\n");

export const devices: HostileGroup = {
  category: "devices",
  commands: [
    {
      name: "disks",
      command: `for d in /dev/[vs]d? /dev/nvme* /dev/mmcblk* /dev/loop* /dev/dm-*; do if [ -e "$d" ]; then echo ${ESCAPED} "$d"; fi; done`,
    },
    {
      name: "memory, log, virtual machines and tunnels",
      command: `for d in mem port kmsg kvm fuse vsock net/tun loop-control uinput hwrng; do if [ -e /dev/$d ]; then echo ${ESCAPED} $d; fi; done`,
    },
    { name: "a disk made by hand", command: succeeds("mknod disk b 254 0 && head -c1 disk") },
    { name: "a memory device made by hand", command: succeeds("mknod mem c 1 1") },
    {
      // To anything but an overlay it is a device without a driver, which no commit takes.
      name: "a whiteout made by hand",
      command: succeeds("mknod whiteout c 0 0"),
      needsOverlays: true,
    },
    {
      name: "a device in /dev",
      command: succeeds("mknod /dev/fix-escape c 1 3 || echo > /dev/fix-escape"),
    },
    {
      name: "modes, owners and times of the machine's own devices",
      command:
        "chmod 0667 /dev/null /dev/full; touch -d 2001-01-01 /dev/full; chown 0:5 /dev/full; setfattr -n user.x -v y /dev/full; :",
    },
    {
      name: "modes of devices that are open, standard input first",
      command: 'for f in /proc/[0-9]*/fd/*; do if [ -c "$f" ]; then chmod 0667 "$f"; fi; done; :',
    },
    {
      name: "modes of the machine's own names in /proc",
      command: "chmod 0445 /proc/misc /proc/version; chown 0:5 /proc/misc; :",
    },
    { name: "terminals of others", command: succeeds("ls /dev/pts | grep -qv ptmx") },
    { name: "a file system on a device", command: succeeds("mount -t ext4 /dev/vda /mnt") },
  ],
};

export const namespaces: HostileGroup = {
  category: "namespaces",
  commands: [
    { name: "a user namespace", command: succeeds("unshare -Ur true") },
    { name: "a user and a mount namespace", command: succeeds("unshare -Urm true") },
    { name: "a mount namespace", command: succeeds("unshare -m true") },
    { name: "a network namespace", command: succeeds("unshare -n true") },
    { name: "the namespaces of process 1", command: succeeds("nsenter -t 1 -m -n true") },
    {
      name: "clone with a new user namespace",
      command: failingCall(CALLS.clone, 0x10000011, 0, 0, 0, 0),
    },
    {
      name: "clone with a new mount namespace",
      command: failingCall(CALLS.clone, 0x20011, 0, 0, 0, 0),
    },
    { name: "clone3, whose flags no filter can read", command: failingCall(CALLS.clone3, 0, 0) },
    {
      name: "setns and unshare by hand",
      command: lines(refusedCall("setns", 0, 0), refusedCall("unshare", 0)),
    },
    {
      name: "chroot and climb",
      command: succeeds(
        `perl -e 'chroot("/tmp") or exit 1; chdir("../../../..") for 1..9; chroot(".")'`,
      ),
    },
    { name: "pivot_root", command: refusedCall("pivot_root", '"/"', '"/"') },
    {
      name: "further namespaces allowed again",
      command: succeeds("echo 100 > /proc/sys/user/max_user_namespaces"),
    },
  ],
};

export const mounts: HostileGroup = {
  category: "mounts",
  commands: [
    { name: "a tmpfs", command: succeeds("mount -t tmpfs none /mnt") },
    { name: "a bind", command: succeeds("mount --bind / /mnt") },
    { name: "the root writable again", command: succeeds("mount -o remount,rw /") },
    { name: "/proc/sys writable again", command: succeeds("mount -o remount,rw,bind /proc/sys") },
    {
      name: "what covers /proc/sys taken off",
      command: succeeds("umount /proc/sys || umount -l /proc/sys"),
    },
    { name: "what covers the secrets taken off", command: succeeds('umount -l "$HOME"/.ssh') },
    {
      name: "an overlay of its own",
      command: succeeds(
        "mkdir -p u w m && mount -t overlay o -o lowerdir=/,upperdir=u,workdir=w m",
      ),
    },
    { name: "a second /proc", command: succeeds("mount -t proc proc /mnt") },
    {
      name: "the newer mount calls",
      command: lines(
        refusedCall("open_tree", -100, '"/"', 1),
        refusedCall("move_mount", -1, '""', -100, '"/mnt"', 0),
        refusedCall("fsopen", '"tmpfs"', 0),
        refusedCall("fsconfig", 0, 0, 0, 0, 0),
        refusedCall("fsmount", 0, 0, 0),
        refusedCall("fspick", -100, '"/"', 0),
        refusedCall("mount_setattr", -100, '"/"', 0, 0, 0),
        refusedCall("open_tree_attr", -100, '"/"', 1, 0, 0),
        refusedCall("statmount", 0, 0, 0, 0),
        refusedCall("listmount", 0, 0, 0, 0),
      ),
    },
  ],
};

const write = (path: string, value = "1") => succeeds(`echo '${value}' > ${path}`);

export const kernelInterfaces: HostileGroup = {
  category: "kernel interfaces",
  commands: [
    {
      name: "core_pattern, which runs programs as root",
      command: write("/proc/sys/kernel/core_pattern", "|/bin/false"),
    },
    { name: "modprobe's path", command: write("/proc/sys/kernel/modprobe", "/bin/false") },
    {
      name: "the host's name",
      command: succeeds("echo pwned > /proc/sys/kernel/hostname || hostname pwned"),
    },
    {
      name: "sysctl",
      command: succeeds("sysctl -w vm.swappiness=99 || echo 99 > /proc/sys/vm/swappiness"),
    },
    { name: "caches dropped", command: write("/proc/sys/vm/drop_caches") },
    // Covered it is a device that swallows everything; "h" would only print help.
    {
      name: "sysrq-trigger",
      command: `if [ -e /proc/sysrq-trigger ] && [ ! -c /proc/sysrq-trigger ]; then echo h > /proc/sysrq-trigger && echo ${ESCAPED}; fi; :`,
    },
    {
      name: "interrupts moved",
      command: succeeds(
        "for i in /proc/irq/*/smp_affinity /proc/irq/default_smp_affinity; do echo 1 > $i && exit 0; done; false",
      ),
    },
    {
      name: "any other setting in /proc",
      command: succeeds(
        "find /proc -path '/proc/[0-9]*' -prune -o -type f -print | (while read -r f; do (exec 3>>\"$f\") 2>/dev/null && exit 0; done; false)",
      ),
    },
    {
      name: "/sys",
      command: succeeds(
        "ls /sys/kernel /sys/fs /sys/class || echo 1 > /sys/devices/system/cpu/cpu1/online",
      ),
    },
    {
      name: "a control group's release agent",
      command: succeeds(
        "find /sys /run /dev /mnt /tmp -name release_agent 2>/dev/null | grep -q .",
      ),
    },
    { name: "control groups", command: succeeds("ls /sys/fs/cgroup 2>/dev/null | grep -q .") },
    {
      name: "the kernel's memory",
      command: succeeds("head -c 16 /proc/kcore | grep -q . || head -c 16 /dev/mem"),
    },
    {
      name: "the kernel's addresses and keys",
      command: succeeds(
        "cat /proc/kallsyms /proc/keys /proc/timer_list /proc/slabinfo 2>/dev/null | grep -q .",
      ),
    },
    { name: "the kernel's log", command: succeeds("dmesg || head -c 1 /proc/kmsg | grep -q .") },
    { name: "the clock", command: succeeds("date -s 2001-01-01") },
    {
      name: "the out-of-memory killer told to spare it",
      command: succeeds("echo -1000 > /proc/self/oom_score_adj"),
    },
    {
      name: "modules",
      command: lines(
        refusedCall("init_module", 0, 0, '""'),
        refusedCall("finit_module", 0, '""', 0),
        refusedCall("delete_module", 0, 0),
      ),
    },
    {
      name: "another kernel",
      command: lines(
        refusedCall("kexec_load", 0, 0, 0, 0),
        refusedCall("kexec_file_load", 0, 0, 0, 0, 0),
      ),
    },
    { name: "a restart", command: refusedCall("reboot", 0, 0, 0, 0) },
    {
      name: "swap, accounting and quotas",
      command: lines(
        refusedCall("swapon", '"/x"', 0),
        refusedCall("swapoff", '"/x"'),
        refusedCall("acct", '"/x"'),
        refusedCall("quotactl", 0, 0, 0, 0),
        refusedCall("quotactl_fd", 0, 0, 0, 0),
      ),
    },
    {
      name: "clocks by hand",
      command: lines(
        refusedCall("settimeofday", 0, 0),
        refusedCall("clock_settime", 0, 0),
        refusedCall("clock_adjtime", 0, 0),
        refusedCall("adjtimex", 0),
      ),
    },
    {
      name: "file handles, which know no jail",
      command: lines(
        refusedCall("open_by_handle_at", -100, 0, 0),
        refusedCall("name_to_handle_at", -100, '"/"', 0, 0, 0),
      ),
    },
    {
      name: "bpf and performance counters",
      command: lines(refusedCall("bpf", 0, 0, 0), refusedCall("perf_event_open", 0, 0, -1, -1, 0)),
    },
    {
      name: "io_uring",
      command: lines(
        refusedCall("io_uring_setup", 8, 0),
        refusedCall("io_uring_enter", 0, 0, 0, 0, 0),
        refusedCall("io_uring_register", 0, 0, 0, 0),
      ),
    },
    { name: "page faults handled by the user", command: refusedCall("userfaultfd", 1) },
    {
      name: "keyrings",
      command: lines(
        refusedCall("keyctl", 0, -3, 0, 0, 0),
        refusedCall("add_key", '"user"', '"x"', '"y"', 1, -3),
        refusedCall("request_key", '"user"', '"x"', 0, 0),
      ),
    },
    {
      name: "calls newer than the filter",
      command: `perl -MErrno -e 'for my $n (470, 480, 600, 1000) { $! = 0; my $r = syscall($n); print "${ESCAPED} $n\\n" unless $r < 0 && $!{ENOSYS} }'`,
    },
  ],
};
