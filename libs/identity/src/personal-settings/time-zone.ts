/** The name of a place. Offsets such as `+05:30` are refused. */
const SHAPE = /^[A-Z][A-Za-z0-9]*(?:[/_+-][A-Za-z0-9]+)*$/;
const MAX_LENGTH = 60;

/** Whether it is a name of the IANA database with its exact spelling. Older names are included. */
export function isTimeZone(name: string): boolean {
  if (name.length > MAX_LENGTH || !SHAPE.test(name)) return false;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return timeZone === name || timeZone.toLowerCase() !== name.toLowerCase();
  } catch {
    return false;
  }
}
