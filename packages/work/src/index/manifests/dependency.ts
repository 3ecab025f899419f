/** A dependency as a manifest has it. */
export interface FoundDependency {
  readonly name: string;
  /** As it is written; empty if the manifest states none. */
  readonly version: string;
  /** Whether it is needed to build or test only. */
  readonly isDev: boolean;
}
