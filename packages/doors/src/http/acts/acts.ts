/** Every POST endpoint. */
import type { PostEndpoint } from "../endpoint.ts";
import { postJob } from "../jobs/post-job.ts";
import { accept } from "./accept.ts";
import { accounts } from "./accounts.ts";
import { appeal } from "./appeal.ts";
import { arbiterAccept } from "./arbiter-accept.ts";
import { arbiterDecline } from "./arbiter-decline.ts";
import { backOut } from "./back-out.ts";
import { bindings } from "./bindings.ts";
import { bond } from "./bond.ts";
import { cancel } from "./cancel.ts";
import { chat } from "./chat.ts";
import { decline } from "./decline.ts";
import { dispute } from "./dispute.ts";
import { disputeReveal } from "./dispute-reveal.ts";
import { evidence } from "./evidence.ts";
import { faucet } from "./faucet.ts";
import { fix } from "./fix.ts";
import { halt } from "./halt.ts";
import { investigate } from "./investigate.ts";
import { post } from "./post.ts";
import { respond } from "./respond.ts";
import { result } from "./result.ts";
import { resume } from "./resume.ts";
import { review } from "./review.ts";
import { ruling } from "./ruling.ts";
import { verify } from "./verify.ts";
import { voidCase } from "./void.ts";
import { vote } from "./vote.ts";

export const ACTS: readonly PostEndpoint[] = [
  post,
  postJob,
  bond,
  accept,
  decline,
  investigate,
  result,
  fix,
  verify,
  review,
  cancel,
  ...backOut,
  dispute,
  respond,
  appeal,
  disputeReveal,
  evidence,
  arbiterAccept,
  arbiterDecline,
  vote,
  halt,
  resume,
  voidCase,
  ruling,
  chat,
  accounts,
  faucet,
  bindings,
];
