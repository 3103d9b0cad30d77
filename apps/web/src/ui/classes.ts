/** Those names that are there, as an element's class. */
export const classes = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ');
