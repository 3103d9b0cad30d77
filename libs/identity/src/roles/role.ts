/** The roles by their numbers in the protocol. A smaller number has more permissions. */
export const ROLE = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const;

export type RoleName = keyof typeof ROLE;
export type Role = (typeof ROLE)[RoleName];

export const ROLE_NAMES = Object.keys(ROLE) as RoleName[];

export const roleNameOf = (role: number): string => ROLE_NAMES.find((name) => ROLE[name] === role) ?? String(role);

/** Only owners. */
export const isOwner = (role: number): boolean => role <= ROLE.owner;
/** Owners count as administrators. */
export const isAdministrator = (role: number): boolean => role <= ROLE.administrator;
/** Administrators count as moderators. */
export const isModerator = (role: number): boolean => role <= ROLE.moderator;
/** All other roles are members or stronger. */
export const isGuest = (role: number): boolean => role >= ROLE.guest;
