import { ROLE } from '../roles/role';

/** Who may see an account's real e-mail address (docs/protocol/users.md). */
export const EMAIL_VISIBILITY = { everyone: 1, members: 2, administrators: 3, nobody: 4, moderators: 5 } as const;

/** The weakest role that sees the real address; 0: no role does. */
const WEAKEST_ROLE: Readonly<Record<number, number>> = {
  [EMAIL_VISIBILITY.everyone]: ROLE.guest,
  [EMAIL_VISIBILITY.members]: ROLE.member,
  [EMAIL_VISIBILITY.administrators]: ROLE.administrator,
  [EMAIL_VISIBILITY.nobody]: 0,
  [EMAIL_VISIBILITY.moderators]: ROLE.moderator,
};

export const weakestRoleSeeingEmail = (visibility: number): number => WEAKEST_ROLE[visibility] ?? 0;

const MAX_LENGTH = 254;
const SHAPE = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i;

/** Good enough to distinguish an address from a name. Only a mail can show whether the address works. */
export const isEmailAddress = (text: string): boolean => text.length <= MAX_LENGTH && SHAPE.test(text);

/** The placeholder address of an account whose real address is not visible to all. */
export const placeholderEmail = (userId: number, domain: string): string => `user${userId}@${domain}`;

/** Addresses that the server assigns: no user can claim one. */
export function isReservedEmail(email: string, domain: string): boolean {
  const [name = '', host] = email.toLowerCase().split('@');
  return host === domain.toLowerCase() && (/^user\d+$/.test(name) || name.endsWith('-bot'));
}

export const notificationBotEmail = (domain: string): string => `notification-bot@${domain}`;

/** A user's bot may already have an address, so several are tried in order. */
export const welcomeBotEmail = (domain: string, attempt: number): string =>
  attempt === 1 ? `welcome-bot@${domain}` : `welcome-${attempt}-bot@${domain}`;
