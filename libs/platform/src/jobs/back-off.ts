const FIRST_MS = 500;
const LONGEST_MS = 300_000;

/** How long to leave alone what has failed so many times in a row: twice as long each time, up to five minutes. */
export const backOff = (failures: number): number =>
  failures < 1 ? 0 : Math.min(LONGEST_MS, FIRST_MS * 2 ** (Math.min(failures, 30) - 1));
