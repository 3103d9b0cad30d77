import { en, Words } from './en';

/** The words of the user's language. */
export const t: Words = en;

/** The language for dates and lists. */
export const locale = 'en';
