/** Every way a sandbox does not open. Nothing is run instead: the facts say what to do about it. */

export type SandboxRefusal =
  | {
      /** This machine cannot hold the sandbox that was asked for. */
      readonly code: "sandbox_unavailable";
      readonly problem: string;
      /** The one command that would help, where one would. */
      readonly remedy: string | null;
    }
  | { readonly code: "not_a_directory"; readonly directory: string }
  | {
      /** A user's overlay cannot cover a tree with other file systems mounted in it. */
      readonly code: "mounts_below";
      readonly directory: string;
      readonly mounts: readonly string[];
    }
  | {
      /** An inexact copy would show changes that no command made. */
      readonly code: "cannot_copy";
      readonly directory: string;
      readonly problem: string;
    }
  | {
      readonly code: "no_state_directory";
      readonly tried: readonly { readonly directory: string; readonly problem: string }[];
    }
  | {
      readonly code: "disk_nearly_full";
      readonly directory: string;
      readonly freeBytes: number;
      readonly neededBytes: number;
    }
  | { readonly code: "nothing_kept"; readonly id: string }
  | {
      /** Another process has reopened it, or this one has. */
      readonly code: "kept_in_use";
      readonly id: string;
    }
  | {
      /** What lies there is not what was kept: damaged, forged, or not this user's alone. */
      readonly code: "kept_damaged";
      readonly id: string;
      readonly problem: string;
    }
  | {
      readonly code: "kept_for_another_directory";
      readonly id: string;
      readonly directory: string;
      readonly keptFor: string;
    }
  | {
      /** The machine is no longer the one that the layer was written on. */
      readonly code: "kept_outdated";
      readonly id: string;
      readonly problem: string;
    };

export type Opened<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: SandboxRefusal };

export function refused(refusal: SandboxRefusal): Opened<never> {
  return { ok: false, refusal };
}

/** One sentence for a person. */
export function explainRefusal(refusal: SandboxRefusal): string {
  switch (refusal.code) {
    case "sandbox_unavailable":
      return `no sandbox on this machine: ${refusal.problem}`;
    case "not_a_directory":
      return `${JSON.stringify(refusal.directory)} is not a directory`;
    case "mounts_below":
      return `other file systems are mounted below ${JSON.stringify(refusal.directory)}: ${refusal.mounts.join(", ")}`;
    case "cannot_copy":
      return `${JSON.stringify(refusal.directory)} cannot be copied: ${refusal.problem}`;
    case "no_state_directory":
      return `no directory can hold what a command would write: ${refusal.tried
        .map(({ directory, problem }) => `${directory} (${problem})`)
        .join(", ")}`;
    case "disk_nearly_full":
      return `${refusal.directory} has ${refusal.freeBytes} bytes free, the sandbox may need ${refusal.neededBytes}`;
    case "nothing_kept":
      return `no sandbox ${JSON.stringify(refusal.id)} is kept here`;
    case "kept_in_use":
      return `the kept sandbox ${refusal.id} is open elsewhere; try again when that has ended`;
    case "kept_damaged":
      return `the kept sandbox ${refusal.id} cannot be trusted: ${refusal.problem}`;
    case "kept_for_another_directory":
      return `the kept sandbox ${refusal.id} belongs to ${JSON.stringify(refusal.keptFor)}, not to ${JSON.stringify(refusal.directory)}`;
    case "kept_outdated":
      return `the kept sandbox ${refusal.id} no longer fits this machine: ${refusal.problem}`;
  }
}
