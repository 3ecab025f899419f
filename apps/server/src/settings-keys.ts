/** The kinds of values that settings are made of. */
import { parseAmount } from "@bazaar/kernel";
import { z } from "zod";

/** An object that lists its keys when it is given an unknown one. */
export function keys<Shape extends z.core.$ZodShape>(shape: Shape) {
  const known = Object.keys(shape).join(", ");
  return z.strictObject(shape, {
    error: ({ code, keys: unknown }) =>
      code === "unrecognized_keys"
        ? `unknown key ${(unknown as string[]).join(", ")}; known keys: ${known}`
        : undefined,
  });
}

/** As text, because a number could be rounded. With two decimals it is a whole number of basis points. */
export const percent = z
  .string()
  .transform((text, context) => {
    const parsed = parseAmount(text, { code: "a percentage", decimals: 2 });
    if (parsed.ok) return parsed.value;
    const { refusal } = parsed;
    context.addIssue("problem" in refusal ? String(refusal.problem) : refusal.code);
    return z.NEVER;
  })
  .refine((bps) => bps <= 10_000n, "at most 100");

export const count = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
