/**
 * The version that clients are told. Clients choose their behaviour by the feature level
 * (docs/protocol/conventions.md).
 */
export const ZULIP_VERSION = '11.4';
export const ZULIP_FEATURE_LEVEL = 431;
export const ZULIP_MERGE_BASE = '';

/** The version of this program: that of package.json (`test/identity/server-nodes`). */
export const PARLEY_VERSION = '0.1.0';
