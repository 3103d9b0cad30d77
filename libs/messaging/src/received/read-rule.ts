/** For whom a message is read from the start: no user, its sender, all users. */
export const READ_RULE = { none: 0, sender: 1, all: 2 } as const;
export type ReadRule = (typeof READ_RULE)[keyof typeof READ_RULE];
