import { isIP } from 'node:net';

/* Each parses the text of an environment variable, and returns undefined for a text that it does not accept. */

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/** A host name or an IP address, without a port. */
export const hostName = (text: string) => (isIP(text) || /^[a-z0-9.-]+$/i.test(text) ? text : undefined);
/** A level of pino. */
export const logLevel = (text: string) => (LOG_LEVELS.includes(text) ? text : undefined);
/** @param length in characters, at least */
export const longEnough = (length: number) => (text: string) => (text.length >= length ? text : undefined);

/** A TCP port other than 0. */
export function port(text: string): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) > 0 && Number(text) <= 65535 ? Number(text) : undefined;
}

/** A whole number within both limits. */
export const whole = (least: number, most: number) => (text: string) =>
  /^\d{1,10}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined;

/** A switch, in the words that operators use for it; case does not matter. */
export function onOff(text: string): boolean | undefined {
  if (['on', '1', 'true', 'yes'].includes(text.toLowerCase())) return true;
  return ['off', '0', 'false', 'no'].includes(text.toLowerCase()) ? false : undefined;
}

/** The address of a database. It must name the database. */
export function postgresUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1 ? text : undefined;
}

/** The address of a web server, without a path. */
export function webUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search ? text : undefined;
}

/** May have a path. Credentials have separate settings. */
export function serviceUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username && !url.password;
  return isPlain ? text.replace(/\/+$/, '') : undefined;
}

/** Allowed before the colon of Basic credentials. */
export const basicUser = (text: string) => (/^[\x21-\x39\x3b-\x7e]{1,255}$/.test(text) ? text : undefined);
/** ASCII that can be printed. */
export const printable = (text: string) => (/^[\x20-\x7e]{1,1000}$/.test(text) ? text : undefined);

/** IP addresses and networks (`10.0.0.0/8`), separated by commas. */
export function addressList(text: string): string[] | undefined {
  const parts = text.split(',').map((part) => part.trim());
  const valid = parts.every((part) => {
    const [address = '', bits, ...rest] = part.split('/');
    return isIP(address) !== 0 && rest.length === 0 && (bits === undefined || /^\d{1,3}$/.test(bits));
  });
  return valid ? parts : undefined;
}
