import { DomainError } from '@app/kernel';
import type { MessageId } from '@app/kernel';
import { distinctLocks, lock, SharedOutcome, Transactions } from '@app/platform';
import type { Lock } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { folded, marksOf } from '../received/flag';
import { AutomaticTopicPolicies } from '../user-topics/automatic-topic-policies.service';
import type { PreparedMessage } from '../writing/message-preparation.service';
import type { PlacedMessage, SentMessageIds } from '../writing/message-writer.service';
import type { NewMarks } from '../records/flag.repository';
import type { Mark } from '../received/flag';
import {
  channelDestination,
  ChannelMessagePreparation,
  FoundDestination,
  ReadyMessage,
} from './channel-message-preparation.service';

/** A send that may be written: its message, whom it marks, and its place once it is known whom it marked. */
export interface OpenSend extends NewMarks {
  readonly prepared: PreparedMessage;
  readonly destinationOf: (marked: readonly Mark[]) => PlacedMessage['destination'];
}

/** The part of sends to channels in a shared transaction. */
@Injectable()
export class SharedChannelSends {
  constructor(
    private readonly preparation: ChannelMessagePreparation,
    private readonly automaticPolicies: AutomaticTopicPolicies,
    private readonly transactions: Transactions,
  ) {}

  /** Whether it can need no more than a share of its channel. */
  mayShare(ready: ReadyMessage): boolean {
    const { mentionsChannel, mentionsTopic } = ready.prepared.rendering;
    if (mentionsChannel || mentionsTopic) return false;
    const { namedIds, partakerIds } = folded(marksIn(ready));
    return namedIds === null && partakerIds === null;
  }

  /** To be taken if they are free. */
  locksOf(all: readonly ReadyMessage[]): Lock[] {
    return distinctLocks(all.map(lockOf));
  }

  /**
   * One statement about the topics and one about the channels, in one round trip. What needs more locks or statements
   * than a plain send is left to a transaction of its own, as is what did not get its channel's lock.
   */
  async open(all: readonly ReadyMessage[]): Promise<(OpenSend | SharedOutcome<SentMessageIds>)[]> {
    if (all.length === 0) return [];
    const found = await this.preparation.openAll(all);
    const held = new Set((await this.transactions.required.taken).map(({ id }) => id));
    const opened: (OpenSend | SharedOutcome<SentMessageIds>)[] = [];
    for (const [at, ready] of all.entries())
      opened.push(held.has(ready.channelId) ? await this.decide(ready, found[at]!) : 'alone');
    return opened;
  }

  private async decide(
    ready: ReadyMessage,
    { posting, facts }: FoundDestination,
  ): Promise<OpenSend | SharedOutcome<SentMessageIds>> {
    const { prepared, channelId, access } = ready;
    // Where a bot may not post, its owner's rights are read.
    if (posting && prepared.actor.isBot && !access.posts(posting.channel)) return 'alone';
    try {
      const { channel, position, isEmpty, isDormant } = await this.preparation.decide(ready, posting);
      const changes = this.automaticPolicies.changesBy(prepared.actor, posting!, facts);
      if (changes.length > 0 || isEmpty || isDormant) return 'alone';
      const messageId = position as MessageId;
      const destinationOf = (marked: readonly Mark[]) => channelDestination(ready, channel, messageId, marked);
      return { prepared, messageId, channelId, marks: marksIn(ready), destinationOf };
    } catch (error) {
      if (error instanceof DomainError) return { error };
      throw error;
    }
  }
}

const lockOf = ({ channelId }: ReadyMessage): Lock => lock.channelShared(channelId);

const marksIn = ({ prepared, partakerIds }: ReadyMessage): Mark[] =>
  marksOf({ mentionedIds: prepared.rendering.mentionedIds, alertedIds: prepared.alertedIds, partakerIds });
