/** Why a sandbox does not open. Nothing is run instead. */
import { REPLACEMENT } from "../view/search-tree.ts";

export type SandboxRefusal =
  | {
      /** This machine cannot open the sandbox that was asked for. */
      readonly code: "sandbox_unavailable";
      readonly problem: string;
      /** The command that would help, if there is one. */
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
      /** A user's overlay maps one group, and files of another cannot be copied into it. */
      readonly code: "foreign_group";
      readonly directory: string;
      /** Its name, or its number if it has none. */
      readonly group: string;
      /** Whether neither this user nor one of its groups owns it, as with `/tmp`. */
      readonly isOfOthers: boolean;
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
      /** It is damaged, forged, or writable by other users. */
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
      /** The disk or the clock no longer matches what the layer was written on. */
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

function mebibytes(bytes: number): string {
  return `${Math.floor(bytes / 2 ** 20)} MiB`;
}

/** One sentence for a person. */
export function explainRefusal(refusal: SandboxRefusal): string {
  switch (refusal.code) {
    case "sandbox_unavailable":
      return `cannot open a sandbox: ${refusal.problem}`;
    case "not_a_directory":
      return `${JSON.stringify(refusal.directory)} is not a directory that can be entered${refusal.directory.includes(REPLACEMENT) ? ": its name is not UTF-8, rename it" : ""}`;
    case "mounts_below":
      return `other file systems are mounted below ${JSON.stringify(refusal.directory)} (${refusal.mounts.join(", ")}): run it in a directory without mounts`;
    case "foreign_group":
      if (refusal.isOfOthers) {
        return `${JSON.stringify(refusal.directory)} belongs to others, and the sandbox cannot write there: work in a directory of your own, also below it`;
      }
      return `${JSON.stringify(refusal.directory)} belongs to the group ${refusal.group}, and the sandbox can only write as your main group: run sg ${refusal.group} -c 'fix …', or give the directory your own group with chgrp -R`;
    case "cannot_copy":
      return `cannot copy ${JSON.stringify(refusal.directory)}: ${refusal.problem}`;
    case "no_state_directory":
      return `no usable state directory; set XDG_STATE_HOME to a directory of your own: ${refusal.tried
        .map(({ directory, problem }) => `${directory} (${problem})`)
        .join(", ")}`;
    case "disk_nearly_full":
      return `not enough space in ${refusal.directory}: ${mebibytes(refusal.freeBytes)} free, the sandbox may need ${mebibytes(refusal.neededBytes)}`;
    case "nothing_kept":
      return `there is no kept sandbox ${JSON.stringify(refusal.id)}`;
    case "kept_in_use":
      return `the kept sandbox ${refusal.id} is open in another process: try again when it has finished`;
    case "kept_damaged":
      return `the kept sandbox ${refusal.id} cannot be used: ${refusal.problem}`;
    case "kept_for_another_directory":
      return `the kept sandbox ${refusal.id} belongs to ${JSON.stringify(refusal.keptFor)}, not to ${JSON.stringify(refusal.directory)}`;
    case "kept_outdated":
      return `the kept sandbox ${refusal.id} no longer matches this machine: ${refusal.problem}`;
  }
}
