import { expect, test } from "vitest";
import { screenSize } from "./screen-size.ts";

test.each([
  { screen: { columns: 40, rows: 10 }, size: { columns: 40, rows: 10 } },
  { screen: { columns: 0, rows: 0 }, size: { columns: 80, rows: 24 } },
  { screen: {}, size: { columns: 80, rows: 24 } },
])("a screen that says $screen is taken for $size", ({ screen, size }) => {
  expect(screenSize(screen)).toEqual(size);
});
