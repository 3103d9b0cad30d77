import type { MessageId, OrganizationId, UserId } from '@app/kernel';
import { Config, Share, Transactions, Workers } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { NewMentions, speaksToNobody } from '../received/new-mentions';
import { PushCandidateRepository, WaitingPushCandidate } from './push-candidate.repository';
import type { Destination } from '../message-views/message-object.client-events';

/** Name of the worker that takes calls. */
export const PUSH_CANDIDATE_WORKER = 'push_calls';

/**
 * Messages of which phones may have to be told: one row each, written with the message for whomever it is addressed to
 * (ADR 24). Where no relay is configured, nothing is written.
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
   * In the transaction of a send: to whom the message is addressed one by one; null: nobody need be called. Whoever is
   * called is so right after the commit.
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

  /** In the transaction of an edit that speaks to people. */
  async ofEdit(organizationId: OrganizationId, messageId: MessageId, mentions: NewMentions): Promise<void> {
    if (!this.isOn || speaksToNobody(mentions)) return;
    const userIds = [...mentions.namedIds, ...mentions.topicIds];
    await this.rows.insert({ organizationId, messageId, userIds, isWhole: mentions.ofChannel });
    this.wake();
  }

  /** The oldest ones, whether or not another node is at them. */
  look(limit: number): Promise<WaitingPushCandidate[]> {
    return this.rows.look(limit);
  }

  /** In the transaction that does them: the shares that are still to be done. */
  claim<Item>(shares: readonly Share<Item>[]): Promise<Share<Item>[]> {
    return this.rows.claim(shares);
  }

  /** Until the transaction ends, nobody is found out to be called for the message: it has been done, or is done after. */
  hold(messageId: MessageId): Promise<void> {
    return this.rows.hold(messageId);
  }

  /** How many wait, and the age of the oldest. */
  backlog(): ReturnType<PushCandidateRepository['backlog']> {
    return this.rows.backlog();
  }

  private wake(): void {
    this.transactions.required.afterCommit.push(() => this.workers.nudge(PUSH_CANDIDATE_WORKER));
  }
}
