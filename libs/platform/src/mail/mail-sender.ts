import { Injectable, OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Config } from '../config/config';
import type { Backlog, Worker } from '../jobs/worker';
import { Workers } from '../jobs/workers.service';
import { Log } from '../log/log';
import { Metrics } from '../metrics/metrics';
import { MailRepository, MailRow } from './mail.repository';
import { MAIL_WORKER, Mails } from './mails.service';
import { CONNECTIONS, Outcome, Smtp } from './smtp';

const EVERY_MS = 5_000;
/** Whoever sends a mail renews its hold three times in that time: so soon after his death it is sent by another. */
const HOLD_SECONDS = 30;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** A mail that the server puts off is tried again for so long. */
const GIVE_UP_MS = 5 * DAY_MS;
/** Mails that could not be sent, or that nobody wants sent, are forgotten. */
const FORGET_DAYS = 30;
const FORGET_EVERY_MS = 60 * 60 * 1_000;
/** At shutdown, how long a mail under way may take. */
const PATIENCE_MS = 5_000;

/** One minute, then twice as long each time, up to six hours: a server that is down for a weekend gets it all after. */
export const secondsUntilRetry = (attempts: number): number => Math.min(6 * 60 * 60, 60 * 2 ** Math.min(attempts, 12));
/** While the server itself is away there is no telling how its mails would fare: they are asked about more often. */
const SERVER_SECONDS = 60;

/** Hands mails to the mail server. Mails are sent at least once; a repeated one has the same Message-ID. */
@Injectable()
export class MailSender implements Worker, OnModuleInit, OnApplicationShutdown {
  readonly name = MAIL_WORKER;
  readonly everyMs = EVERY_MS;
  private readonly smtp: Smtp | null;
  private forgottenAt = 0;

  constructor(
    private readonly rows: MailRepository,
    private readonly mails: Mails,
    private readonly workers: Workers,
    private readonly log: Log,
    { registry }: Metrics,
    config: Config,
  ) {
    this.smtp = config.smtpUrl === null ? null : new Smtp(config.smtpUrl, config.mailFrom);
    new Gauge({
      name: 'parley_mails_failed',
      help: 'Mails that were given up and wait for the operator',
      registers: [registry],
      async collect() {
        const backlog = await rows.backlog().catch(() => null);
        if (backlog) this.set(backlog.failed);
      },
    });
  }

  onModuleInit(): void {
    this.workers.add(this);
  }

  onApplicationShutdown(): void {
    this.smtp?.close();
  }

  /** @throws Error when the mail server is away: then this worker waits longer and longer, up to five minutes */
  async work(signal: AbortSignal): Promise<boolean> {
    await this.forget();
    const { smtp } = this;
    if (!smtp) return false;
    let trouble: string | null = null;
    const lane = async () => {
      while (!signal.aborted && trouble === null) {
        const mail = await this.rows.hold(HOLD_SECONDS);
        if (!mail) return;
        trouble ??= await this.attempt(smtp, mail, signal);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, lane));
    if (trouble !== null) throw new Error(`The mail server takes no mail: ${trouble as string}`);
    return false;
  }

  backlog(): Promise<Backlog> {
    return this.rows.backlog();
  }

  /** What is wrong with the server; null: nothing. */
  private async attempt(smtp: Smtp, mail: MailRow, signal: AbortSignal): Promise<string | null> {
    const { id, to, messageId, createdAt, attempts } = mail;
    const content = this.contentOf(mail);
    if (!content) {
      await this.rows.fail(id, 'it was written with another secret key');
      return null;
    }
    const renewal = setInterval(
      () => void this.rows.renew(id, HOLD_SECONDS).catch((error) => this.log.warn('a mail is held no longer', { error })),
      (HOLD_SECONDS * 1_000) / 3,
    );
    const outcome = await patiently(smtp.send({ to, messageId, content, date: createdAt }), signal).finally(() =>
      clearInterval(renewal),
    );
    if (outcome.is === 'sent') {
      await this.rows.remove(id);
      return null;
    }
    const isTooOld = Date.now() - createdAt.getTime() > GIVE_UP_MS;
    if (outcome.is === 'refused' || isTooOld) {
      await this.rows.fail(id, outcome.reason);
      this.log.warn('a mail was given up', { mail: id, reason: outcome.reason });
      return null;
    }
    const seconds = outcome.isServer ? SERVER_SECONDS : secondsUntilRetry(attempts);
    await this.rows.postpone(id, seconds, outcome.reason);
    return outcome.isServer ? outcome.reason : null;
  }

  private contentOf(mail: MailRow) {
    try {
      return this.mails.open(mail);
    } catch (error) {
      this.log.warn('a mail cannot be read', { mail: mail.id, error });
      return null;
    }
  }

  private async forget(): Promise<void> {
    if (Date.now() - this.forgottenAt < FORGET_EVERY_MS) return;
    this.forgottenAt = Date.now();
    const count = await this.rows.purge(FORGET_DAYS);
    if (count > 0) this.log.warn('mails were too old to keep', { count });
  }
}

/** The outcome; at shutdown only while patience lasts: the mail is then sent by who comes next. */
async function patiently(sending: Promise<Outcome>, signal: AbortSignal): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined;
  const stopped = new Promise<Outcome>((resolve) => {
    const wait = () => {
      timer = setTimeout(() => resolve({ is: 'deferred', reason: 'the server was stopped', isServer: true }), PATIENCE_MS);
    };
    if (signal.aborted) wait();
    else signal.addEventListener('abort', wait, { once: true });
  });
  try {
    return await Promise.race([sending, stopped]);
  } finally {
    clearTimeout(timer);
  }
}
