/**
 * How long a test waits for a condition; shortly before the time limit of jest, so that the error names the condition.
 */
export const LAST_RESORT_MS = 540_000;

/** Of servers: a machine that is busy with other tests takes many times as long; tests of the limits set their own. */
export const PARLEY_DATABASE_PATIENCE = '12';
