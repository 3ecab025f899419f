/** `oa.code_review.v1`: a review by rules. It needs neither a sandbox nor the repository. */
import { fields, rfc8785Hash } from "@bazaar/kernel";
import { type ReviewRequest, reviewDiff } from "../review/review-diff.ts";
import { CATEGORIES, DEPTHS } from "../review/review-rule.ts";
import { type Assignment, failed, type Worked } from "../worker.ts";

const MAX_DIFF = 10_000_000;
const FOCUS = [...CATEGORIES, "all"] as const;

export async function reviewJob({ job, recorder }: Assignment): Promise<Worked> {
  const request = readRequest(job.payload);
  if (request === null) return failed("the request cannot be read");
  const { focus, depth } = request;
  const review = reviewDiff(request);
  if (review === null) return failed("the diff cannot be read");
  await recorder.step("ReviewDiff", { focus, depth }, async () => review);
  const hash = rfc8785Hash(review, "doubles");
  if (!hash.ok) return failed("a name or a line in the diff is not text");
  const review_sha256 = hash.value.slice("sha256:".length);
  return { is: "done", payload: { status: "success", review, review_sha256 }, replay: null };
}

function readRequest(payload: Assignment["job"]["payload"]): ReviewRequest | null {
  const read = fields(payload, "payload");
  const request = {
    diff: read.string("diff", { min: 1, max: MAX_DIFF }),
    focus: read.array("focus", { max: FOCUS.length }, (items, at) => items.oneOf(at, FOCUS)),
    depth: read.oneOf("depth", DEPTHS),
  };
  return read.problem === null ? request : null;
}
