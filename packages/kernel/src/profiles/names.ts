/** The dialects in which contracts are posted: one folder of this name each, `/` written as `-`. */
export const PROFILE_NAMES = ["fix/2", "escrow/1", "job/1", "chat/1"] as const;

export type ProfileName = (typeof PROFILE_NAMES)[number];
