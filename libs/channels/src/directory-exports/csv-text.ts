const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;
/** What spreadsheets take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * A file of comma-separated values with CRLF line ends (RFC 4180). A cell that a spreadsheet would take for a formula
 * gets an apostrophe, which imports take away again.
 */
export const csvText = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  [header, ...rows].map((row) => `${row.map(cellText).join(',')}\r\n`).join('');

function cellText(value: string): string {
  const text = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
