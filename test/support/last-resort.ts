/**
 * How long a test waits for a condition; shortly before the time limit of jest, so that the error names the condition.
 */
export const LAST_RESORT_MS = 540_000;
