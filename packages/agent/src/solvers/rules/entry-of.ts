/** The entry of a table by a name from a command or its output; what every object inherits is none. */
export function entryOf<Entry>(
  table: Readonly<Record<string, Entry>>,
  name: string,
): Entry | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
