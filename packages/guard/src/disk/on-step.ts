/** Called before each step on the disk with what it will do: a test can stop the process there. */
export type OnStep = (step: string) => void;
