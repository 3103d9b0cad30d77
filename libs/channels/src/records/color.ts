import { ColorIsInvalid } from '../errors';

/** Assigned in this order, so that the first channels of a user are easy to distinguish. */
export const PALETTE = [
  '#3b7dd8',
  '#d9583b',
  '#3ba55d',
  '#a35bd1',
  '#d9a13b',
  '#2fa6a0',
  '#d14f8b',
  '#7a8a2e',
  '#5668d6',
  '#b4693c',
  '#2f8f6b',
  '#c24545',
  '#6fb53d',
  '#8a6bd6',
  '#3f9fcf',
  '#c98f5a',
  '#b04fb8',
  '#4f8a4a',
  '#d97d9e',
  '#6f7f99',
] as const;

/** For users who have used the whole palette. */
const FALLBACK = '#c2c2c2';

const HEX_COLOR = /^#[0-9a-f]{3,6}$/i;

/**
 * The colour as the client wrote it: clients compare with what they sent.
 * @throws ColorIsInvalid
 */
export function checkedColor(text: string): string {
  if (!HEX_COLOR.test(text)) throw new ColorIsInvalid();
  return text;
}

export const nextColor = (used: ReadonlySet<string>): string => PALETTE.find((color) => !used.has(color)) ?? FALLBACK;
