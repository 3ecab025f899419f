/**
 * The two sandboxes. `overlay` is the full one: overlays of everything the user can write, in a
 * bubblewrap jail. `copy` shows a copy of the working directory in the same jail, needs no mounts,
 * and is used only where the caller allows it.
 */
export const SANDBOX_KINDS = ["overlay", "copy"] as const;

export type SandboxKind = (typeof SANDBOX_KINDS)[number];

/** What a copy cannot do or does not protect, in lines for a person. */
export const COPY_LACKS: readonly string[] = [
  "only changes inside the working directory can be tried; everything else is read-only",
  "/tmp and /var/tmp are empty inside",
  "sockets and named pipes that services open meanwhile can be reached",
  "changes that you make to your files meanwhile are not seen inside",
];
