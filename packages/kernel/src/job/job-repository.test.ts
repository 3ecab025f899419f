import { jobEnvelope, SAMPLE_JOBS } from "@bazaar/testkit";
import { expect, test } from "vitest";
import type { JsonObject } from "../canonical/json.ts";
import { jobRepository } from "./job-repository.ts";

const BUNDLE = `sha256:${"1".repeat(64)}`;
const OTHER = `sha256:${"2".repeat(64)}`;
const [COMMIT, ELSEWHERE] = ["a".repeat(40), "b".repeat(40)];
const found = { artifact: BUNDLE, commit: COMMIT };

const of = (id: string, changes: JsonObject) =>
  jobRepository(jobEnvelope(id, { ...SAMPLE_JOBS[id]?.request, ...changes }));

test.each<{ id: string; declared: JsonObject; undeclared: JsonObject }>([
  {
    id: "oa.patch_gen.v1",
    declared: { repo_bundle: BUNDLE, repo_ref: COMMIT },
    undeclared: { git_ref: ELSEWHERE, repo: { bundle: OTHER, git_ref: ELSEWHERE } },
  },
  {
    id: "oa.repo_index.v1",
    declared: { repo_bundle: BUNDLE, git_ref: COMMIT },
    undeclared: { repo_ref: ELSEWHERE, head_ref: ELSEWHERE },
  },
  {
    id: "oa.sandbox_run.v1",
    declared: { repo: { bundle: BUNDLE, git_ref: COMMIT } },
    undeclared: { repo_bundle: OTHER, repo_ref: ELSEWHERE },
  },
  {
    id: "oa.code_review.v1",
    declared: { repo_bundle: BUNDLE, head_ref: COMMIT },
    undeclared: { repo_ref: ELSEWHERE, git_ref: ELSEWHERE },
  },
])("$id: only the fields that it declares name its repository", ({ id, declared, undeclared }) => {
  expect(of(id, { ...declared, ...undeclared })).toEqual(found);
  expect(of("oa.text_gen.v1", { ...declared, ...undeclared })).toBeNull();
});

test("without what names one, a run has no repository, and a patch an invalid one", () => {
  expect(of("oa.sandbox_run.v1", { repo: null, repo_bundle: BUNDLE, repo_ref: COMMIT })).toBeNull();
  expect(of("oa.sandbox_run.v1", { repo: { bundle: BUNDLE, git_ref: "main" } })).toBe("invalid");
  expect(of("oa.patch_gen.v1", { repo_bundle: "b", repo_ref: COMMIT })).toBe("invalid");
  expect(jobRepository({ schema_id: "oa.none.v1", payload: found })).toBeNull();
});
