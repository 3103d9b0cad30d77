import type { MessageId, OrganizationId, UserId } from '@app/kernel';
import { Config, Chunk, Transactions, Workers } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { NewMentions, hasNoRecipients } from '../received/new-mentions';
import { PushCandidateRepository, WaitingPushCandidate } from './push-candidate.repository';
import type { Destination } from '../message-views/message-object.client-events';

/** The name of the worker that handles candidates. */
export const PUSH_CANDIDATE_WORKER = 'push_calls';

/**
 * Messages that may cause push notifications: one row each, written together with the message (ADR 24). Nothing is
 * written if no relay is configured.
 */
@Injectable()
export class PushCandidates {
  private readonly isOn: boolean;

  constructor(
    private readonly rows: PushCandidateRepository,
    private readonly workers: Workers,
    private readonly transactions: Transactions,
    config: Config,
  ) {
    this.isOn = config.pushRelay !== null;
  }

  /**
   * The individually addressed users, for the transaction of a send; `null`: no candidate is needed. The worker runs
   * right after the commit.
   */
  of(
    senderId: UserId,
    conversation: Destination['conversation'],
    { mentionedIds, topicMentionedIds }: Pick<Destination, 'mentionedIds' | 'topicMentionedIds'>,
  ): readonly UserId[] | null {
    if (!this.isOn) return null;
    const addressed = conversation
      ? conversation.participants.map(({ id }) => id)
      : [...new Set([...mentionedIds, ...topicMentionedIds])];
    const userIds = addressed.filter((id) => id !== senderId);
    if (conversation && userIds.length === 0) return null;
    this.wake();
    return userIds;
  }

  /** Called in the transaction of an edit that adds mentions. */
  async ofEdit(organizationId: OrganizationId, messageId: MessageId, mentions: NewMentions): Promise<void> {
    if (!this.isOn || hasNoRecipients(mentions)) return;
    const userIds = [...mentions.namedIds, ...mentions.topicIds];
    await this.rows.insert({ organizationId, messageId, userIds, isWhole: mentions.ofChannel });
    this.wake();
  }

  /** The oldest candidates, whether or not another node works on them. */
  look(limit: number): Promise<WaitingPushCandidate[]> {
    return this.rows.look(limit);
  }

  /** Called in the transaction that handles them. Returns the shares that are still to be done. */
  claim<Item>(shares: readonly Chunk<Item>[]): Promise<Chunk<Item>[]> {
    return this.rows.claim(shares);
  }

  /**
   * Until the transaction ends, no recipients are determined for the message. They were determined before, or will be
   * afterwards.
   */
  hold(messageId: MessageId): Promise<void> {
    return this.rows.hold(messageId);
  }

  /** The number of waiting candidates, and the age of the oldest. */
  backlog(): ReturnType<PushCandidateRepository['backlog']> {
    return this.rows.backlog();
  }

  private wake(): void {
    this.transactions.required.afterCommit.push(() => this.workers.nudge(PUSH_CANDIDATE_WORKER));
  }
}
