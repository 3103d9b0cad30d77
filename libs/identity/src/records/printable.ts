import { strayFormatIn } from '@app/kernel';

/** Control characters, lone surrogates, and characters that change the direction of surrounding text. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u202a-\u202e\u2066-\u2069\u2028\u2029]/u;

/** Whether a name stays on one line and does not change the text around it. */
export const isPrintable = (text: string): boolean => !UNPRINTABLE.test(text) && strayFormatIn(text) < 0;

/** The number of visible characters, in code points. */
export const visibleLength = (text: string): number => [...text.replace(/\p{Cf}/gu, '').trim()].length;
