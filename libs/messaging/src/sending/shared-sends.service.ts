import { GroupCommit, SharedOutcome, SharedTransactions, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { FlagRepository } from '../records/flag.repository';
import { MessageWriter, SentMessageIds } from '../writing/message-writer.service';
import type { ReadyMessage } from './channel-message-preparation.service';
import { SendKeyRepository } from './send-key.repository';
import { OpenSend, SharedChannelSends } from './shared-channel-sends.service';
import { ReadyDirectMessage, SharedDirectSends } from './shared-direct-sends.service';

/**
 * As many as fit into one transaction without making its senders wait for each other's text. So few of one sender that a user
 * with many connections does not slow the others down.
 */
const SHARED_SENDS = { most: 64, perOwner: 2, perOnlyWaitingOwner: 1, perOnlyOwner: 16, underWay: 2 };

type ReadySend = ReadyMessage | ReadyDirectMessage;
type Opened = OpenSend | SharedOutcome<SentMessageIds>;

/** Concurrent plain sends share a transaction: each is decided for itself, and all are written at once (ADR 32). */
@Injectable()
export class SharedSends {
  private readonly commits = new GroupCommit<ReadySend, SentMessageIds>(SHARED_SENDS, (sends) =>
    this.shared.together(sends, 'shared sends', this.channels.locksOf(sends.filter(isToChannel)), () =>
      this.work(sends),
    ),
  );

  constructor(
    private readonly channels: SharedChannelSends,
    private readonly direct: SharedDirectSends,
    private readonly sendKeys: SendKeyRepository,
    private readonly flags: FlagRepository,
    private readonly writer: MessageWriter,
    private readonly transactions: Transactions,
    private readonly shared: SharedTransactions,
  ) {}

  /** Sends that wait for the next transaction. */
  get waiting(): number {
    return this.commits.length;
  }

  /** @param alone sends it in a transaction of its own @throws as `alone` */
  async run(send: ReadySend, alone: () => Promise<SentMessageIds>): Promise<SentMessageIds> {
    if (!this.mayShare(send)) return alone();
    const locks = isToChannel(send) ? this.channels.locksOf([send]) : [];
    return this.shared.runQueued(this.commits, locks, send.prepared.actor.userId, send, alone);
  }

  private mayShare(send: ReadySend): boolean {
    const { prepared } = send;
    const { sendStep, actor } = prepared;
    const hasOtherStep = sendStep !== undefined && sendStep.claim === undefined;
    // Those who have muted the sender are read in the transaction.
    if (this.transactions.open || hasOtherStep || actor.isMuted || !this.writer.isPlain(prepared)) return false;
    return isToChannel(send) ? this.channels.mayShare(send) : this.direct.mayShare(send);
  }

  private async work(sends: readonly ReadySend[]): Promise<SharedOutcome<SentMessageIds>[]> {
    const opened = await this.open(sends);
    const refused = await this.claimNames(opened.filter(isOpen));
    const written = opened.filter(isOpen).filter(({ messageId }) => !refused.has(messageId));
    const marked = await this.flags.markAll(written);
    const placed = written.map(({ prepared, messageId, destinationOf }) => ({
      prepared,
      destination: destinationOf(marked.get(messageId)!),
    }));
    if (placed.length > 0) await this.writer.writeAll(placed.sort((a, b) => a.destination.id - b.destination.id));
    return opened.map((one) => (isOpen(one) ? outcomeOf(one, refused.get(one.messageId)) : one));
  }

  private async open(sends: readonly ReadySend[]): Promise<Opened[]> {
    const toChannels = sends.filter(isToChannel);
    const toUsers = sends.filter(isToUsers);
    const [inChannels, inConversations] = await Promise.all([
      this.channels.open(toChannels),
      this.direct.open(toUsers),
    ]);
    const opened = { channels: inChannels.values(), conversations: inConversations.values() };
    return sends.map((send) => (isToChannel(send) ? opened.channels : opened.conversations).next().value!);
  }

  /** @returns what is thrown for those whose names are taken */
  private async claimNames(opened: readonly OpenSend[]): Promise<ReadonlyMap<number, Error>> {
    const wanted = opened.flatMap(({ messageId, prepared: { sendStep } }) =>
      sendStep?.claim ? [{ messageId, ...sendStep.claim }] : [],
    );
    const claimed = await this.sendKeys.claimAll(wanted);
    const refused = wanted.filter(({ messageId }) => !claimed.has(messageId));
    return new Map(refused.map(({ messageId, refusal }) => [messageId, refusal()]));
  }
}

const isToChannel = (send: ReadySend): send is ReadyMessage => 'channelId' in send;

const isToUsers = (send: ReadySend): send is ReadyDirectMessage => 'participants' in send;

const isOpen = (opened: Opened): opened is OpenSend => typeof opened === 'object' && 'messageId' in opened;

const outcomeOf = ({ messageId }: OpenSend, refusal: Error | undefined): SharedOutcome<SentMessageIds> =>
  refusal ? { error: refusal } : { result: { id: messageId, newVisibility: null } };
