/** Modes by which owners close directories to themselves. Root is never locked out. */
export const OWNER_ALL = 0o700;

export function isRoot(): boolean {
  return process.geteuid?.() === 0;
}

export function isMine({ uid }: { readonly uid: number }): boolean {
  return uid === process.geteuid?.();
}

/** Whether the owner can list it, write in it and go through it. */
export function isOpenToOwner(mode: number): boolean {
  return (mode & OWNER_ALL) === OWNER_ALL;
}
