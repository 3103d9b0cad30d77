import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../support/fuzz/random';
import type { Client } from './client';
import { contentOf, Conversation, Ledger, NumberedMessage } from './ledger';

const AFTER_FAILURE_MS = 100;
const MANY_ATTEMPTS = 100;
/** How long a sender thinks between two messages, on average: a pace, not a wait for something. */
const PAUSE_MS = 20;

/** Sends numbered messages and repeats a number only when it is known that nobody took it. */
export class Sender {
  private isStopping = false;
  private working: Promise<void> = Promise.resolve();

  constructor(
    private readonly client: Client,
    private readonly conversations: readonly Conversation[],
    private readonly ledger: Ledger,
  ) {}

  start(random: Random): void {
    this.working = this.work(random);
  }

  stop(): Promise<void> {
    this.isStopping = true;
    return this.working;
  }

  /** One message that must arrive, with new numbers until one is acknowledged. */
  async sendSurely(conversation: Conversation): Promise<NumberedMessage> {
    for (let attempt = 0; attempt < MANY_ATTEMPTS; attempt++) {
      const message = await this.send(conversation);
      if (message.acknowledgedAt !== null) return message;
    }
    throw new Error('No node takes a message any more.');
  }

  private async work(random: Random): Promise<void> {
    while (!this.isStopping) {
      await this.send(random.pick(this.conversations));
      await delay(random.next() * 2 * PAUSE_MS);
    }
  }

  private async send(conversation: Conversation): Promise<NumberedMessage> {
    const message = this.ledger.open(conversation);
    const parameters = { ...conversation.address, content: contentOf(message.number) };
    for (;;) {
      const reply = await this.client.attempt('POST', 'messages', parameters);
      if (typeof reply !== 'string' && reply.status === 200) {
        message.acknowledgedAt = performance.now();
        return message;
      }
      await delay(AFTER_FAILURE_MS);
      if (reply !== 'refused' || this.isStopping) return message;
    }
  }
}
