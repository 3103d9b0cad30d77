/**
 * Machine-readable codes of error answers (docs/protocol/conventions.md), as far as they are used. Each code has an
 * HTTP status: see {@link STATUS_OF_CODE}.
 */
export type ErrorCode =
  | 'BAD_REQUEST'
  | 'REQUEST_VARIABLE_MISSING'
  | 'REQUEST_CONFUSING_VAR'
  | 'UNAUTHORIZED'
  | 'UNAUTHORIZED_PRINCIPAL'
  | 'USER_DEACTIVATED'
  | 'REALM_DEACTIVATED'
  | 'AUTHENTICATION_FAILED'
  | 'PASSWORD_AUTH_DISABLED'
  | 'CSRF_FAILED'
  | 'NONEXISTENT_SUBDOMAIN'
  | 'RATE_LIMIT_HIT'
  | 'BAD_EVENT_QUEUE_ID'
  | 'BAD_NARROW'
  | 'CHANNEL_ALREADY_EXISTS'
  | 'STREAM_DOES_NOT_EXIST'
  | 'STREAM_WILDCARD_MENTION_NOT_ALLOWED'
  | 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED'
  | 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED'
  | 'REACTION_ALREADY_EXISTS'
  | 'REACTION_DOES_NOT_EXIST'
  | 'EXPECTATION_MISMATCH'
  | 'SYSTEM_GROUP_REQUIRED'
  | 'CANNOT_DEACTIVATE_GROUP_IN_USE'
  | 'CANNOT_DEACTIVATE_LAST_USER'
  | 'INVITATION_FAILED'
  | 'BAD_IMAGE'
  | 'REALM_UPLOAD_QUOTA'
  | 'PUSH_SERVICE_NOT_CONFIGURED'
  | 'NO_ACTIVE_PUSH_DEVICE'
  | 'INVALID_PUSH_DEVICE_TOKEN'
  | 'ADMIN_ACTION_REQUIRED'
  | 'FAILED_TO_CONNECT_BOUNCER'
  | 'INTERNAL_SERVER_ERROR_ON_BOUNCER'
  | 'INVALID_ZULIP_SERVER'
  | 'MISSING_REMOTE_REALM'
  | 'REMOTE_REALM_SERVER_MISMATCH_ERROR'
  | 'PUSH_NOTIFICATIONS_DISALLOWED'
  | 'INVALID_BOUNCER_PUBLIC_KEY'
  | 'REAUTHENTICATION_REQUIRED'
  | 'REQUEST_EXPIRED'
  | 'PUSH_SERVICES_UNAVAILABLE'
  | 'SERVER_NOT_READY';

/** HTTP status of each code. A code that is absent here has status 400. */
export const STATUS_OF_CODE: Partial<Record<ErrorCode, number>> = {
  UNAUTHORIZED: 401,
  USER_DEACTIVATED: 401,
  REALM_DEACTIVATED: 401,
  INVALID_ZULIP_SERVER: 401,
  AUTHENTICATION_FAILED: 401,
  PASSWORD_AUTH_DISABLED: 401,
  CSRF_FAILED: 403,
  ADMIN_ACTION_REQUIRED: 403,
  MISSING_REMOTE_REALM: 403,
  REMOTE_REALM_SERVER_MISMATCH_ERROR: 403,
  PUSH_NOTIFICATIONS_DISALLOWED: 403,
  NONEXISTENT_SUBDOMAIN: 404,
  CHANNEL_ALREADY_EXISTS: 409,
  RATE_LIMIT_HIT: 429,
  FAILED_TO_CONNECT_BOUNCER: 502,
  INTERNAL_SERVER_ERROR_ON_BOUNCER: 502,
  PUSH_SERVICES_UNAVAILABLE: 502,
  SERVER_NOT_READY: 503,
};

/**
 * A rule that the request breaks. The name of a subclass is a sentence about the failure. Throwing it rolls back the
 * open transaction, and the client receives `{result: "error", msg, code, ...extra}`.
 */
export class DomainError extends Error {
  constructor(
    message: string,
    readonly code: ErrorCode = 'BAD_REQUEST',
    /** Documented fields besides `msg` and `code`; strict clients refuse any other. */
    readonly extra: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = new.target.name;
  }

  get status(): number {
    return STATUS_OF_CODE[this.code] ?? 400;
  }
}
