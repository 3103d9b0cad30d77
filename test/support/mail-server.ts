import type { AddressInfo } from 'node:net';
import PostalMime, { Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { LAST_RESORT_MS } from './last-resort';

/** A mail as it was received. */
export interface Arrived extends Omit<Email, 'sender'> {
  /** The recipients of the envelope, which alone determine the delivery. */
  recipients: string[];
  sender: string;
  raw: string;
}

type Step = 'connect' | 'recipient' | 'data';
type Rule = (step: Step, address: string) => Error | null | Promise<Error | null>;

/** An answer of a mail server that refuses: 4xx is temporary, 5xx permanent. */
export const refusal = (code: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode: code });

/** A real SMTP server on loopback, whose answers a test chooses. */
export class MailServer {
  readonly mails: Arrived[] = [];
  /** Its answer to each step; null: it accepts. */
  rule: Rule = () => null;
  private server: SMTPServer;
  private waiting: (() => void)[] = [];

  private constructor(private port: number) {}

  static async start(): Promise<MailServer> {
    const mail = new MailServer(0);
    await mail.open();
    return mail;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}?starttls=off`;
  }

  /** Listens, again on the same port after `close`. */
  async open(): Promise<void> {
    const answer = (step: Step, address: string, done: (error?: Error | null) => void) =>
      void Promise.resolve(this.rule(step, address)).then(done);
    this.server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      logger: false,
      closeTimeout: 100, // clients keep their connections
      onConnect: (_session, done) => answer('connect', '', done),
      onRcptTo: ({ address }, _session, done) => answer('recipient', address, done),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const recipients = session.envelope.rcptTo.map(({ address }) => address);
          const sender = session.envelope.mailFrom ? session.envelope.mailFrom.address : '';
          const raw = Buffer.concat(chunks);
          void Promise.resolve(this.rule('data', recipients[0])).then(async (error) => {
            if (!error) this.take({ ...(await PostalMime.parse(raw)), raw: raw.toString(), recipients, sender });
            done(error);
          });
        });
      },
    });
    this.server.on('error', () => undefined); // clients that hang up
    await new Promise<void>((resolve) => this.server.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  /** Resolves when so many mails have arrived for that address, with those. */
  async arrived(address: string, count = 1): Promise<Arrived[]> {
    const deadline = Date.now() + LAST_RESORT_MS;
    for (;;) {
      const mails = this.to(address);
      if (mails.length >= count) return mails;
      const left = deadline - Date.now();
      if (left <= 0) throw new Error(`${mails.length} mails for ${address} instead of ${count}.`);
      await this.next(left);
    }
  }

  to(address: string): Arrived[] {
    return this.mails.filter(({ recipients }) => recipients.includes(address));
  }

  private take(mail: Arrived): void {
    this.mails.push(mail);
    for (const wake of this.waiting.splice(0)) wake();
  }

  private next(patienceMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, patienceMs);
      this.waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}
