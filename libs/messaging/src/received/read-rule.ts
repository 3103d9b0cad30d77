/** The users for whom a message is read from the start: none, its sender, all. */
export const READ_RULE = { none: 0, sender: 1, all: 2 } as const;
export type ReadRule = (typeof READ_RULE)[keyof typeof READ_RULE];
