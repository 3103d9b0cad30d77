import disposable from 'disposable-email-domains/index.json';
import wildcards from 'disposable-email-domains/wildcard.json';
import { EmailDomainIsInvalid } from './organization-domain.errors';

/** A domain whose addresses may join, in an organization that admits no other addresses. */
export interface EmailDomain {
  readonly domain: string;
  readonly allowSubdomains: boolean;
}

const LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const DOMAIN = new RegExp(`^(?=.{1,253}$)${LABEL}(\\.${LABEL})+$`);

/**
 * The domain in lower case, as it is stored.
 * @throws EmailDomainIsInvalid
 */
export function emailDomain(given: string): string {
  const domain = given.trim().toLowerCase();
  if (!DOMAIN.test(domain)) throw new EmailDomainIsInvalid();
  return domain;
}

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

export const isAdmitted = (domain: string, admitted: readonly EmailDomain[]): boolean =>
  admitted.some((one) => domain === one.domain || (one.allowSubdomains && domain.endsWith(`.${one.domain}`)));

let throwAway: ReadonlySet<string> | null = null;
const [EXACT, AND_BELOW] = [disposable as readonly string[], new Set<string>(wildcards as readonly string[])];

/** Whether the domain provides throw-away addresses, according to a public list. */
export function isDisposable(domain: string): boolean {
  throwAway ??= new Set(EXACT);
  if (throwAway.has(domain)) return true;
  const labels = domain.split('.');
  return labels.some((_, index) => AND_BELOW.has(labels.slice(index).join('.')));
}
