/** How long a test waits for what must come; shortly before the time limit of jest, so that it says what did not come. */
export const LAST_RESORT_MS = 540_000;
