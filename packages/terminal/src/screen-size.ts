/** The terminal that questions and steps are written to. */
export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

const USUAL: ScreenSize = { columns: 80, rows: 24 };

/** A terminal of unknown size reports 0; the usual size is assumed. */
export function screenSize(
  { columns, rows }: Partial<ScreenSize> = process.stderr as Partial<ScreenSize>,
): ScreenSize {
  return { columns: columns || USUAL.columns, rows: rows || USUAL.rows };
}

/** How wide a line can be on this stream: without end where it is no terminal. */
export function columnsOf(stream: Partial<ScreenSize> & { readonly isTTY?: boolean }): number {
  return stream.isTTY === true ? screenSize(stream).columns : Number.POSITIVE_INFINITY;
}
