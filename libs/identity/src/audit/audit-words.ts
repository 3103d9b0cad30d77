/** What may be done, in the past tense. Clients have words for each: the browser client's are checked by a test. */
export const AUDIT_ACTIONS = [
  ...(['created', 'changed', 'deleted', 'removed', 'renamed', 'reordered', 'deactivated', 'reactivated'] as const),
  ...(['archived', 'unarchived', 'topic deleted', 'subscribed', 'unsubscribed'] as const),
  ...(['added_to_group', 'removed_from_group', 'linked', 'unlinked'] as const),
  ...(['icon_changed', 'logo_changed', 'night_logo_changed', 'user_defaults_changed'] as const),
  ...(['avatar_changed', 'changed_email', 'changed_owner', 'changed_password', 'changed_status'] as const),
  ...(['logged_in', 'logged_out', 'failed_to_log_in', 'authenticated_again', 'reset_password'] as const),
  ...(['issued', 'reset', 'revoked_keys', 'added_second_factor', 'removed_second_factor'] as const),
  ...(['removed_second_factors', 'made_recovery_codes', 'requested', 'fetched'] as const),
  ...(['accepted', 'resent', 'granted', 'revoked', 'resolved', 'reopened', 'noted'] as const),
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** To what it may be done. */
export const AUDIT_OBJECTS = [
  ...(['organization', 'user', 'bot', 'user_group', 'channel', 'channel_folder', 'message', 'report'] as const),
  ...(['invitation', 'export', 'custom_emoji', 'custom_profile_field', 'linkifier', 'realm_domain'] as const),
  ...(['realm_playground', 'identity_provider', 'scim_client', 'api_key'] as const),
] as const;
export type AuditObject = (typeof AUDIT_OBJECTS)[number];
