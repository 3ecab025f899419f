/** The terminal that questions and steps are written to. */
export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

const USUAL: ScreenSize = { columns: 80, rows: 24 };

/** A terminal that does not know its size says 0, and is taken for the usual one. */
export function screenSize(
  { columns, rows }: Partial<ScreenSize> = process.stderr as Partial<ScreenSize>,
): ScreenSize {
  return { columns: columns || USUAL.columns, rows: rows || USUAL.rows };
}
