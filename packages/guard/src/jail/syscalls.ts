/**
 * The system calls a jailed command may not make, by number.
 *
 * They reach past namespaces and files: mounts, other processes' memory, kernel modules, clocks,
 * keys, and interfaces with a history of kernel bugs. Everything else is left to capabilities,
 * namespaces and the overlay. Numbers above `newest` are unknown to this table and get "not
 * implemented", which every program must expect.
 */
export interface SyscallTable {
  /** AUDIT_ARCH of the one instruction set a jailed program may use. */
  readonly architecture: number;
  /** First number of a second calling convention on the same processor, or null. */
  readonly secondAbiFrom: number | null;
  readonly newest: number;
  readonly clone: number;
  readonly clone3: number;
  readonly ioctl: number;
  readonly socket: number;
  readonly socketpair: number;
  readonly personality: number;
  readonly fallocate: number;
  readonly mmap: number;
  readonly shmget: number;
  readonly memfd_create: number;
  readonly denied: Readonly<Record<string, number>>;
  /** Changes of modes, owners, times and attributes, which a read-only command does not need. */
  readonly metadata: Readonly<Record<string, number>>;
}

export type Architecture = "x64" | "arm64";

/** Calls added since 2019 have one number on every architecture. */
const DENIED_EVERYWHERE = {
  pidfd_getfd: 438,
  io_uring_setup: 425,
  io_uring_enter: 426,
  io_uring_register: 427,
  open_tree: 428,
  move_mount: 429,
  fsopen: 430,
  fsconfig: 431,
  fsmount: 432,
  fspick: 433,
  process_madvise: 440,
  mount_setattr: 442,
  quotactl_fd: 443,
  memfd_secret: 447,
  process_mrelease: 448,
  set_mempolicy_home_node: 450,
  statmount: 457,
  listmount: 458,
  lsm_set_self_attr: 460,
  open_tree_attr: 467,
} as const;

const METADATA_EVERYWHERE = {
  fchmodat2: 452,
  setxattrat: 463,
  removexattrat: 466,
  file_setattr: 469,
} as const;

/** file_setattr, the newest call of the kernels this was written against. */
const NEWEST = 469;

export const SYSCALLS: Readonly<Record<Architecture, SyscallTable>> = {
  x64: {
    architecture: 0xc000003e,
    secondAbiFrom: 0x40000000,
    newest: NEWEST,
    clone: 56,
    clone3: 435,
    ioctl: 16,
    socket: 41,
    socketpair: 53,
    personality: 135,
    fallocate: 285,
    mmap: 9,
    shmget: 29,
    memfd_create: 319,
    denied: {
      ...DENIED_EVERYWHERE,
      mount: 165,
      umount2: 166,
      pivot_root: 155,
      unshare: 272,
      setns: 308,
      ptrace: 101,
      process_vm_readv: 310,
      process_vm_writev: 311,
      kcmp: 312,
      add_key: 248,
      request_key: 249,
      keyctl: 250,
      bpf: 321,
      perf_event_open: 298,
      userfaultfd: 323,
      kexec_load: 246,
      kexec_file_load: 320,
      create_module: 174,
      init_module: 175,
      delete_module: 176,
      get_kernel_syms: 177,
      query_module: 178,
      finit_module: 313,
      reboot: 169,
      swapon: 167,
      swapoff: 168,
      acct: 163,
      quotactl: 179,
      nfsservctl: 180,
      name_to_handle_at: 303,
      open_by_handle_at: 304,
      syslog: 103,
      iopl: 172,
      ioperm: 173,
      settimeofday: 164,
      clock_settime: 227,
      clock_adjtime: 305,
      adjtimex: 159,
      sethostname: 170,
      setdomainname: 171,
      vhangup: 153,
      modify_ldt: 154,
      lookup_dcookie: 212,
      fanotify_init: 300,
      fanotify_mark: 301,
      uselib: 134,
      ustat: 136,
      sysfs: 139,
      _sysctl: 156,
      mbind: 237,
      set_mempolicy: 238,
      get_mempolicy: 239,
      migrate_pages: 256,
      move_pages: 279,
    },
    metadata: {
      ...METADATA_EVERYWHERE,
      chmod: 90,
      fchmod: 91,
      chown: 92,
      fchown: 93,
      lchown: 94,
      utime: 132,
      setxattr: 188,
      lsetxattr: 189,
      fsetxattr: 190,
      removexattr: 197,
      lremovexattr: 198,
      fremovexattr: 199,
      utimes: 235,
      fchownat: 260,
      futimesat: 261,
      fchmodat: 268,
      utimensat: 280,
    },
  },
  arm64: {
    architecture: 0xc00000b7,
    secondAbiFrom: null,
    newest: NEWEST,
    clone: 220,
    clone3: 435,
    ioctl: 29,
    socket: 198,
    socketpair: 199,
    personality: 92,
    fallocate: 47,
    mmap: 222,
    shmget: 194,
    memfd_create: 279,
    denied: {
      ...DENIED_EVERYWHERE,
      mount: 40,
      umount2: 39,
      pivot_root: 41,
      unshare: 97,
      setns: 268,
      ptrace: 117,
      process_vm_readv: 270,
      process_vm_writev: 271,
      kcmp: 272,
      add_key: 217,
      request_key: 218,
      keyctl: 219,
      bpf: 280,
      perf_event_open: 241,
      userfaultfd: 282,
      kexec_load: 104,
      kexec_file_load: 294,
      init_module: 105,
      delete_module: 106,
      finit_module: 273,
      reboot: 142,
      swapon: 224,
      swapoff: 225,
      acct: 89,
      quotactl: 60,
      nfsservctl: 42,
      name_to_handle_at: 264,
      open_by_handle_at: 265,
      syslog: 116,
      settimeofday: 170,
      clock_settime: 112,
      clock_adjtime: 266,
      adjtimex: 171,
      sethostname: 161,
      setdomainname: 162,
      vhangup: 58,
      lookup_dcookie: 18,
      fanotify_init: 262,
      fanotify_mark: 263,
      mbind: 235,
      get_mempolicy: 236,
      set_mempolicy: 237,
      migrate_pages: 238,
      move_pages: 239,
    },
    metadata: {
      ...METADATA_EVERYWHERE,
      setxattr: 5,
      lsetxattr: 6,
      fsetxattr: 7,
      removexattr: 14,
      lremovexattr: 15,
      fremovexattr: 16,
      fchmod: 52,
      fchmodat: 53,
      fchownat: 54,
      fchown: 55,
      utimensat: 88,
    },
  },
};
