/** What no role brings with it: the operator gives it to single accounts. */
export const SPECIAL_PERMISSIONS = ['can_create_users', 'can_change_user_emails'] as const;

export type SpecialPermission = (typeof SPECIAL_PERMISSIONS)[number];
