import { createTransport } from 'nodemailer';
import type { Config } from '../config/config';
import type { MailContent } from './mail';

/** How many mails are handed in at a time, over as many connections. */
export const CONNECTIONS = 4;

const CONNECT_MS = 15_000;
/** A busy server may take long to confirm a mail. Giving up too early would send it twice. */
const SILENCE_MS = 120_000;
const MAILS_PER_CONNECTION = 200;

/** What came of handing in a mail. */
export type Outcome =
  | { is: 'sent' }
  /** Never tried again: the server refuses this mail or its recipient. */
  | { is: 'refused'; reason: string }
  /** To be tried again; `isServer`: no other mail would fare better now. */
  | { is: 'deferred'; reason: string; isServer: boolean };

interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
}

export interface Envelope {
  to: string;
  messageId: string;
  content: MailContent;
  date: Date;
}

/** A mail server, by SMTP: encrypted from the start (smtps) or as soon as it offers that (smtp). */
export class Smtp {
  private readonly transport;

  constructor(
    url: string,
    private readonly from: Config['mailFrom'],
  ) {
    this.transport = createTransport({
      ...optionsOf(new URL(url)),
      pool: true,
      maxConnections: CONNECTIONS,
      maxMessages: MAILS_PER_CONNECTION,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      dnsTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      // A mail must not read local files or fetch addresses, whatever it contains.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  /** Never rejects. */
  async send({ to, messageId, content, date }: Envelope): Promise<Outcome> {
    const { subject, text, html, fromName, headers = {} } = content;
    try {
      await this.transport.sendMail({
        from: { name: this.from.name || (fromName ?? ''), address: this.from.address },
        to: { name: '', address: to },
        envelope: { from: this.from.address, to: [to] },
        messageId,
        date,
        subject,
        text,
        html,
        headers: { 'Auto-Submitted': 'auto-generated', ...headers },
      });
      return { is: 'sent' };
    } catch (error) {
      return outcomeOf(error as SmtpError);
    }
  }

  close(): void {
    this.transport.close();
  }
}

function optionsOf(url: URL) {
  const secure = url.protocol === 'smtps:';
  const user = decodeURIComponent(url.username);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    // A password never travels in the open, except to this machine itself.
    requireTLS: !secure && user !== '' && !isLocal(url.hostname),
    ignoreTLS: url.searchParams.get('starttls') === 'off',
    tls: { rejectUnauthorized: url.searchParams.get('verify') !== 'off' },
    ...(user ? { auth: { user, pass: decodeURIComponent(url.password) } } : {}),
  };
}

const isLocal = (host: string): boolean => /^(localhost|127\.[\d.]+|\[::1\])$/.test(host);

/** Commands that concern one mail. Errors before them concern the mail server. */
const ABOUT_A_MAIL = /^(MAIL FROM|RCPT TO|DATA)/;

function outcomeOf(error: SmtpError): Outcome {
  const { code = '', command = '', responseCode = 0, response, message } = error;
  const reason = (response ?? message).slice(0, 500);
  const isAboutMail = ABOUT_A_MAIL.test(command) || code === 'EENVELOPE' || code === 'EMESSAGE';
  // 421 is "going down", and a wrong password is the operator's affair: neither is the mail's fault.
  if (responseCode >= 500 && isAboutMail && code !== 'EAUTH') return { is: 'refused', reason };
  return { is: 'deferred', reason, isServer: !isAboutMail || responseCode === 421 || responseCode === 0 };
}
