import type { OrganizationId } from '@app/kernel';

/** Headers that a mail may carry besides those of every mail. */
export type MailHeader =
  'List-Unsubscribe' | 'List-Unsubscribe-Post' | 'List-Id' | 'In-Reply-To' | 'References' | 'Auto-Submitted';

/** A mail to one person. */
export interface NewMail {
  /** null: from the server itself. */
  organizationId: OrganizationId | null;
  /** One bare address, such as `ana@example.org`. */
  to: string;
  subject: string;
  /** The plain text, always there. */
  text: string;
  /** The same as HTML, for programs that show it: the caller escapes what others wrote. */
  html?: string;
  /** The name beside the server's address; default: that of PARLEY_MAIL_FROM. */
  fromName?: string;
  headers?: Partial<Record<MailHeader, string>>;
}

/** What is sealed: everything but whom it is for. */
export type MailContent = Pick<NewMail, 'subject' | 'text' | 'html' | 'fromName' | 'headers'>;

/** A mail in the lists of operators, without its text. */
export interface MailSummary {
  id: number;
  organizationId: OrganizationId | null;
  to: string;
  subject: string;
  /** Attempts so far. */
  attempts: number;
  /** Why it has not gone out: the last answer of the mail server; null: not tried yet. */
  failure: string | null;
  /** It was given up: it waits for the operator. */
  hasFailed: boolean;
  createdAt: Date;
  dueAt: Date;
}

const MAX_SUBJECT = 200;

/** Line ends in a header would begin another one. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .toWellFormed()
    .trim();

const SCHEME = /\b[a-z][a-z0-9+.-]*:\/\//giu;
/** Labels with dots between them, of which the last could be a domain of the top level; a mail address whole. */
const DOMAIN =
  /(?:[\p{L}\p{N}._%+-]+@)?[\p{L}\p{N}_-]+(?:[.\u3002\uff0e\uff61][\p{L}\p{N}_-]+)*[.\u3002\uff0e\uff61](?:[\p{L}-]{2,}|xn--[a-z0-9-]+)/giu;
const DOTS = /[.\u3002\uff0e\uff61]/gu;

/** What users have named, so that no mail program makes a link of it: without schemes and the dots of addresses. */
export const unlinked = (name: string): string =>
  name.replace(SCHEME, '').replace(DOMAIN, (found) => (found.includes('@') ? found : found.replace(DOTS, ' ')));

/** A subject of any text, in a length that mail programs show, and without any address of a page. */
export function subjectOf(text: string): string {
  const line = [...unlinked(oneLine(text))];
  return line.length > MAX_SUBJECT ? `${line.slice(0, MAX_SUBJECT - 1).join('')}…` : line.join('');
}

/** One mailbox, and nothing that could be read as a second one or as a header. */
export const isSingleAddress = (address: string): boolean =>
  address.length <= 254 && /^[^\s@,;:<>()[\]\\"\p{Cc}]+@[a-z0-9-]+(\.[a-z0-9-]+)*$/iu.test(address);

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it stands in HTML, in attributes too. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
