import { Injectable, OnModuleInit } from '@nestjs/common';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Gauge } from 'prom-client';
import { Config } from '../config/config';
import type { Backlog, Worker } from '../jobs/worker';
import { Workers } from '../jobs/workers.service';
import { Log } from '../log/log';
import { inTime, Metrics } from '../metrics/metrics';
import { MailRepository, MailRow } from './mail.repository';
import { MAIL_WORKER, Mails } from './mails.service';
import { CONNECTIONS, Outcome, Smtp } from './smtp';

const EVERY_MS = 5_000;
const IDLE_MS = 500;
/** A sender renews its lease three times in that time; so soon after it is killed, another node sends the mail. */
const HOLD_SECONDS = 30;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** A mail that the mail server defers is tried again for this long. */
const GIVE_UP_MS = 5 * DAY_MS;
/** Mails that could not be sent, or are not wanted any more, are deleted. */
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
export class MailSender implements Worker, OnModuleInit {
  readonly name = MAIL_WORKER;
  readonly everyMs = EVERY_MS;
  private forgottenAt = 0;

  constructor(
    private readonly rows: MailRepository,
    private readonly mails: Mails,
    private readonly workers: Workers,
    private readonly log: Log,
    { registry }: Metrics,
    private readonly config: Config,
  ) {
    new Gauge({
      name: 'parley_mails_failed',
      help: 'Mails that were given up and wait for the operator',
      registers: [registry],
      async collect() {
        const backlog = await inTime(rows.backlog());
        if (backlog) this.set(backlog.failed);
      },
    });
  }

  onModuleInit(): void {
    this.workers.add(this);
  }

  /** @throws Error when the mail server is away: then this worker waits longer and longer, up to five minutes */
  async work(signal: AbortSignal): Promise<boolean> {
    await this.forget();
    const { smtpUrl, mailFrom } = this.config;
    if (smtpUrl === null) return false;
    // Middleboxes drop idle connections silently: none is kept beyond a pass.
    const smtp = new Smtp(smtpUrl, mailFrom);
    try {
      const trouble = await this.sendAll(smtp, signal);
      if (trouble !== null) throw new Error(`The mail server takes no mail: ${trouble}`);
      return false;
    } finally {
      smtp.close();
    }
  }

  /** What is wrong with the server; null: nothing, and no mail is due any more. */
  private async sendAll(smtp: Smtp, signal: AbortSignal): Promise<string | null> {
    const first = await this.rows.hold(HOLD_SECONDS);
    if (!first) return null;
    let trouble: string | null = null;
    let busy = 0;
    const lane = async (held: MailRow | null) => {
      for (let mail = held; !signal.aborted && trouble === null; mail = null) {
        // A lane that asks for a mail counts as busy, too: it may get the mail that the others must not wait for.
        busy++;
        try {
          mail ??= await this.rows.hold(HOLD_SECONDS);
          if (mail) trouble ??= await this.attempt(smtp, mail, signal);
        } finally {
          busy--;
        }
        if (mail) continue;
        if (busy === 0) return;
        // A mail may take minutes. Mails that arrive meanwhile do not wait for it.
        await setTimeout(IDLE_MS);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, (_, at) => lane(at === 0 ? first : null)));
    return trouble;
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
      () =>
        void this.rows.renew(id, HOLD_SECONDS).catch((error) => this.log.warn('a mail is held no longer', { error })),
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

/** The outcome. At shutdown it is awaited only for a limited time; after that another node sends the mail. */
async function patiently(sending: Promise<Outcome>, signal: AbortSignal): Promise<Outcome> {
  const end = new AbortController();
  const stopped = async (): Promise<Outcome> => {
    if (!signal.aborted) await once(signal, 'abort', { signal: end.signal });
    await setTimeout(PATIENCE_MS, undefined, { signal: end.signal });
    return { is: 'deferred', reason: 'the server was stopped', isServer: true };
  };
  const patience = stopped();
  patience.catch(() => undefined); // it is ended when the mail was faster
  try {
    return await Promise.race([sending, patience]);
  } finally {
    end.abort();
  }
}
