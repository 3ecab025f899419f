import { type RawPath, shownPath } from "@bazaar/guard/commit";

const OBJECT = /(?:^|\/)\.git\/(?:modules\/[^/]+\/)?objects\//;

/** Whether it is an object of git, which a person never looks at by itself. */
export function isGitObject(path: RawPath): boolean {
  return OBJECT.test(shownPath(path));
}
