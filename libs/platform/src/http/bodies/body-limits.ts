const KIB = 1024;
const MIB = 1024 * KIB;

/** The form of a caller with valid credentials: 20,000 ids or the longest message, percent-encoded, fit well. */
export const MAX_FORM_BYTES = 4 * MIB;
/** The form of a caller without: a login, a sign-up, a narrow. */
export const MAX_STRANGER_FORM_BYTES = 64 * KIB;
/** The same, with what a provider has signed: a person in a thousand groups. */
export const MAX_LONG_FORM_BYTES = 256 * KIB;
export const MAX_FORM_FIELDS = 200;
/** The most pieces (packets or chunks) of a form. One-byte chunks take a hundred times their memory. */
export const MAX_FORM_PIECES = 20_000;
/** Line ends with two dashes in a multipart form: a part begins with one, and texts may hold some. */
export const MAX_FORM_SEPARATORS = 5_000;
/** A field that comes with a file. */
export const MAX_FIELD_BESIDE_FILE_BYTES = 16 * KIB;
/** Forms that a node holds at a time, of all callers together. */
export const MAX_FORMS_BYTES = 64 * MIB;

/** The head of a request, with the 5,000 ids that a fetch of messages takes in its address, percent-encoded. */
export const MAX_HEADER_BYTES = 96 * KIB;
/** A file's name of 255 bytes, or the fragment of a navigation view of 1,000 characters, percent-encoded. */
export const MAX_PATH_PARAMETER = 12_000;

/** The head of a request is complete within this time, and a new connection brings one. */
export const HEADERS_TIMEOUT_MS = 20_000;
/** A form is complete within this time. */
export const FORM_TIMEOUT_MS = 120_000;
/** Any request is complete within this time, a file too: 100 MiB at the least pace take 7 hours. */
export const REQUEST_TIMEOUT_MS = 8 * 3_600_000;
/**
 * A connection without traffic for this time is closed. A client that waits for events receives something every 90 s.
 */
export const SILENCE_MS = 150_000;
/** A body may come as slowly as it likes for this time; from then on it must have come at the least pace. */
export const SLOW_BODY_GRACE_MS = 20_000;
/** Bytes per second: a third of what a slow mobile line (EDGE) brings. */
export const MIN_BODY_PACE = 4 * KIB;
/** The rest of a body that was refused is read and dropped for this time, up to this size. */
export const REFUSED_BODY_MS = 30_000;
export const MAX_REFUSED_BODY_BYTES = 64 * MIB;
