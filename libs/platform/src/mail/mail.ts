import type { OrganizationId } from '@app/kernel';

/** The additional headers that a mail may have. */
export type MailHeader =
  'List-Unsubscribe' | 'List-Unsubscribe-Post' | 'List-Id' | 'In-Reply-To' | 'References' | 'Auto-Submitted';

/** A mail to one recipient. */
export interface NewMail {
  /** null: from the server itself. */
  organizationId: OrganizationId | null;
  /** One bare address, such as `ana@example.org`. */
  to: string;
  subject: string;
  /** The plain text, always present. */
  text: string;
  /** The HTML version. The caller escapes texts of users. */
  html?: string;
  /** The name of the sender; default: that of PARLEY_MAIL_FROM. */
  fromName?: string;
  headers?: Partial<Record<MailHeader, string>>;
}

/** The encrypted part: everything except the recipient. */
export type MailContent = Pick<NewMail, 'subject' | 'text' | 'html' | 'fromName' | 'headers'>;

/** A mail in the operator's list, without its text. */
export interface MailSummary {
  id: number;
  organizationId: OrganizationId | null;
  to: string;
  subject: string;
  /** The number of attempts. */
  attempts: number;
  /** The last answer of the mail server; `null`: not tried yet. */
  failure: string | null;
  /** Given up; the operator can send it again. */
  hasFailed: boolean;
  createdAt: Date;
  dueAt: Date;
}

const MAX_SUBJECT = 200;

/** A line break would begin another header. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .toWellFormed()
    .trim();

const SCHEME = /\b[a-z][a-z0-9+.-]*:\/\//giu;
/** Labels separated by dots, of which the last may be a top-level domain; also a whole mail address. */
const DOMAIN =
  /(?:[\p{L}\p{N}._%+-]+@)?[\p{L}\p{N}_-]+(?:[.\u3002\uff0e\uff61][\p{L}\p{N}_-]+)*[.\u3002\uff0e\uff61](?:[\p{L}-]{2,}|xn--[a-z0-9-]+)/giu;
const DOTS = /[.\u3002\uff0e\uff61]/gu;

/** A name chosen by a user, without schemes and dots of addresses, so that mail programs do not turn it into a link. */
export const unlinked = (name: string): string =>
  name.replace(SCHEME, '').replace(DOMAIN, (found) => (found.includes('@') ? found : found.replace(DOTS, ' ')));

/** The subject: any text, in a length that mail programs show, without web addresses. */
export function subjectOf(text: string): string {
  const line = [...unlinked(oneLine(text))];
  return line.length > MAX_SUBJECT ? `${line.slice(0, MAX_SUBJECT - 1).join('')}…` : line.join('');
}

/** Exactly one mailbox, and nothing that could be parsed as a second one or as a header. */
export const isSingleAddress = (address: string): boolean =>
  address.length <= 254 && /^[^\s@,;:<>()[\]\\"\p{Cc}]+@[a-z0-9-]+(\.[a-z0-9-]+)*$/iu.test(address);
