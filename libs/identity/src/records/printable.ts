import { strayFormatIn } from '@app/kernel';

/** Control characters, half surrogates, and what turns the direction of the text around it. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u202a-\u202e\u2066-\u2069\u2028\u2029]/u;

/** Whether a name stays one line, and leaves what is written around it alone. */
export const isPrintable = (text: string): boolean => !UNPRINTABLE.test(text) && strayFormatIn(text) < 0;

/** How many of its characters can be seen, in code points. */
export const visibleLength = (text: string): number => [...text.replace(/\p{Cf}/gu, '').trim()].length;
