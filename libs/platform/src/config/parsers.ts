import { isIP } from 'node:net';

/* Each reads the text of a variable, and answers undefined for what it does not understand. */

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

export const hostName = (text: string) => (isIP(text) || /^[a-z0-9.-]+$/i.test(text) ? text : undefined);
export const logLevel = (text: string) => (LOG_LEVELS.includes(text) ? text : undefined);
export const longEnough = (length: number) => (text: string) => (text.length >= length ? text : undefined);

export function port(text: string): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) > 0 && Number(text) <= 65535 ? Number(text) : undefined;
}

export const whole = (least: number, most: number) => (text: string) =>
  /^\d{1,10}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined;

export function onOff(text: string): boolean | undefined {
  if (['on', '1', 'true', 'yes'].includes(text.toLowerCase())) return true;
  return ['off', '0', 'false', 'no'].includes(text.toLowerCase()) ? false : undefined;
}

export function postgresUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1 ? text : undefined;
}

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
export const printable = (text: string) => (/^[\x20-\x7e]{1,1000}$/.test(text) ? text : undefined);

export function addressList(text: string): string[] | undefined {
  const parts = text.split(',').map((part) => part.trim());
  const valid = parts.every((part) => {
    const [address = '', bits, ...rest] = part.split('/');
    return isIP(address) !== 0 && rest.length === 0 && (bits === undefined || /^\d{1,3}$/.test(bits));
  });
  return valid ? parts : undefined;
}
