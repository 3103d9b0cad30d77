import { DomainError } from '@app/kernel';
import type { UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { SendKeyIsUsed } from '../errors';
import { SendKey, SendKeyRepository } from './send-key.repository';
import type { SendStep } from '../writing/message-preparation.service';
import type { SentMessageIds } from '../writing/message-writer.service';

/** What a client calls one of its sends by, and what it asks for. */
export interface NamedSend {
  /** Each part of the name; of another kind of name another number of parts, or other words. */
  readonly name: readonly string[];
  /** All values that make it a different message. */
  readonly request: readonly unknown[];
}

/** Rolls back a send that was made before. */
class SendIsRepeated extends Error {}

/**
 * Sends that a client may repeat because it does not know whether the first attempt arrived. Only one message is sent,
 * whichever nodes handle the attempts within a day (`SendKeyCleanup`). The transaction of the send claims the name: of
 * two concurrent ones the second waits for the first and is rolled back.
 */
@Injectable()
export class RepeatedSends {
  constructor(private readonly rows: SendKeyRepository) {}

  /**
   * Sends, or answers what was sent before under that name. One statement more than the send.
   * @param send must put `sendStep` into its draft
   * @throws SendKeyIsUsed for another request of that name, and what `send` throws
   */
  async once(
    userId: UserId,
    named: NamedSend,
    send: (sendStep: SendStep) => Promise<SentMessageIds>,
  ): Promise<SentMessageIds> {
    const key = { userId, key: hashOf(named.name), request: hashOf(named.request) };
    for (;;) {
      try {
        return await send({
          claim: { ...key, refusal: () => new SendIsRepeated() },
          locks: [],
          run: async (messageId) => {
            if (!(await this.rows.claim(key, messageId))) throw new SendIsRepeated();
          },
        });
      } catch (error) {
        // A permission at the time of sending may be gone now. The repeated request still gets the answer of the first.
        if (!(error instanceof SendIsRepeated || error instanceof DomainError)) throw error;
        const first = await this.firstOf(key);
        if (first) return first;
        if (error instanceof DomainError) throw error;
      }
    }
  }

  private async firstOf(key: SendKey): Promise<SentMessageIds | null> {
    const first = await this.rows.find(key);
    if (!first) return null;
    if (!first.request.equals(key.request)) throw new SendKeyIsUsed();
    return { id: first.messageId, newVisibility: null };
  }
}

const hashOf = (parts: readonly unknown[]): Buffer => createHash('sha256').update(JSON.stringify(parts)).digest();
