/** Permissions that no role includes. The operator grants them to single accounts. */
export const SPECIAL_PERMISSIONS = ['can_create_users', 'can_change_user_emails'] as const;

export type SpecialPermission = (typeof SPECIAL_PERMISSIONS)[number];
