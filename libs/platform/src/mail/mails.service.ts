import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Config } from '../config/config';
import { Secrets } from '../config/secrets';
import { Transactions } from '../database/transactions/transactions';
import { Workers } from '../jobs/workers.service';
import { isSingleAddress, MailContent, MailSummary, NewMail, oneLine, subjectOf } from './mail';
import { MailRepository, MailRow } from './mail.repository';
import { Smtp } from './smtp';

/** Name of the worker that sends mails. */
export const MAIL_WORKER = 'mails';
/** How long a test of the mail settings waits for the mail server. */
const PATIENCE_MS = 25_000;

/** Mails: a row in the transaction that requests one, which a worker sends. */
@Injectable()
export class Mails {
  private readonly host: string;

  constructor(
    private readonly rows: MailRepository,
    private readonly secrets: Secrets,
    private readonly transactions: Transactions,
    private readonly workers: Workers,
    private readonly config: Config,
  ) {
    const { address } = config.mailFrom;
    this.host = address.slice(address.indexOf('@') + 1);
  }

  /** Without a mail server, mails are stored for the operator, who reads them with `parley mails`. */
  get areSent(): boolean {
    return this.config.smtpUrl !== null;
  }

  /**
   * Sends mails once the transaction has committed; a rollback takes them back. One statement.
   * @throws Error outside a transaction, and for an address that is none
   */
  async queue(...mails: readonly NewMail[]): Promise<void> {
    const open = this.transactions.required;
    if (mails.some(({ to }) => !isSingleAddress(to))) throw new Error('A mail goes to one address.');
    if (mails.length === 0) return;
    await this.rows.insert(
      mails.map(({ organizationId, to, ...content }) => ({
        organizationId,
        to,
        content: this.secrets.seal(JSON.stringify(tidied(content))),
        messageId: `<${randomUUID()}@${this.host}>`,
      })),
    );
    open.afterCommit.push(() => this.workers.nudge(MAIL_WORKER));
  }

  /**
   * Hands a mail to the mail server at once, without keeping it, to try the settings. Called outside a transaction.
   * Returns what is wrong, in the words of the mail server; `null`: it took the mail.
   */
  async sendNow({ to, ...content }: NewMail): Promise<string | null> {
    const { smtpUrl, mailFrom } = this.config;
    if (smtpUrl === null) throw new Error('There is no mail server.');
    const smtp = new Smtp(smtpUrl, mailFrom);
    const end = new AbortController();
    try {
      const messageId = `<${randomUUID()}@${this.host}>`;
      const sending = smtp.send({ to, messageId, content: tidied(content), date: new Date() });
      const silence = setTimeout(PATIENCE_MS, null, { signal: end.signal }).catch(() => null);
      const outcome = await Promise.race([sending, silence]);
      if (outcome === null) return `there was no answer for ${PATIENCE_MS / 1_000} s`;
      return outcome.is === 'sent' ? null : outcome.reason;
    } finally {
      end.abort();
      smtp.close();
    }
  }

  /** Newest first. */
  async list(limit: number, onlyFailed = false): Promise<MailSummary[]> {
    return (await this.rows.list(limit, onlyFailed)).map((row) => this.summary(row));
  }

  /** null: there is no such mail, or not any more. */
  async show(id: number): Promise<(MailSummary & MailContent) | null> {
    const row = await this.rows.find(id);
    return row && { ...this.open(row), ...this.summary(row) };
  }

  /** Sends those again that were given up or wait after a failure, or one of any kind; how many. */
  async retry(id: number | null): Promise<number> {
    const count = await this.rows.retry(id);
    this.workers.nudge(MAIL_WORKER);
    return count;
  }

  /** @throws Error when the server's secret is not the one that the mail was written with */
  open({ content }: Pick<MailRow, 'content'>): MailContent {
    return JSON.parse(this.secrets.open(content)) as MailContent;
  }

  private summary(row: MailRow): MailSummary {
    const { content: _, messageId: _id, failedAt, ...rest } = row;
    return { ...rest, subject: this.subject(row), hasFailed: failedAt !== null };
  }

  private subject(row: MailRow): string {
    try {
      return this.open(row).subject;
    } catch {
      return '(written with another secret key)';
    }
  }
}

/** Texts in headers must be a single line. */
function tidied({ subject, text, html, fromName, headers = {} }: MailContent): MailContent {
  const entries = Object.entries(headers).map(([name, value]) => [name, oneLine(value)]);
  return {
    subject: subjectOf(subject),
    text: text.toWellFormed(),
    html: html?.toWellFormed(),
    fromName: fromName === undefined ? undefined : oneLine(fromName),
    headers: Object.fromEntries(entries) as MailContent['headers'],
  };
}
