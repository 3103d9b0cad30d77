/** Roles by their numbers in the protocol, the most powerful first. */
export const ROLES = [100, 200, 300, 400, 600] as const;
