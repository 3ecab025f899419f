/** A number and what it counts: one change, two changes. */
export function counted(count: number, what: string, several = `${what}s`): string {
  return `${count} ${count === 1 ? what : several}`;
}
