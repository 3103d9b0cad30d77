import { grouped, type OrganizationId } from '@app/kernel';
import {
  Addressed,
  Addressees,
  PushCandidate,
  PUSH_CANDIDATE_WORKER,
  PushCandidates,
  FreshMessage,
  WaitingPushCandidate,
} from '@app/messaging';
import { Backlog, chunksOf, Transactions, ChunkedRow, Worker, Workers } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { NewDelivery, PushDeliveryRepository } from './push-delivery.repository';
import { PushShownRepository } from './push-shown.repository';
import { DELIVERER } from './push-deliveries.service';
import { Relay } from '../relay/relay.client';

const EVERY_MS = 1_000;
const BATCH = 200;
/** The number of rows that one transaction writes, which takes about 20 ms. Tests reduce it. */
export const CHUNK = { size: 500 };

/**
 * Determines the recipients of push notifications for new messages: users to whom a message is addressed or who follow
 * its place, who have a device and want notifications. Only these get rows, written for many messages at once (ADR 24).
 */
@Injectable()
export class PushCandidateWorker implements Worker, OnModuleInit {
  readonly name = PUSH_CANDIDATE_WORKER;
  readonly everyMs = EVERY_MS;

  constructor(
    private readonly candidates: PushCandidates,
    private readonly addressees: Addressees,
    private readonly deliveries: PushDeliveryRepository,
    private readonly shown: PushShownRepository,
    private readonly relay: Relay,
    private readonly workers: Workers,
    private readonly transactions: Transactions,
  ) {}

  onModuleInit(): void {
    this.workers.add(this);
  }

  /**
   * Reads everything before the transactions that write, because these delay client events, and one message may have
   * thousands of recipients.
   */
  async work(signal: AbortSignal): Promise<boolean> {
    if (!this.relay.isConfigured) return false;
    const candidates = await this.candidates.look(BATCH);
    if (candidates.length === 0) return false;
    for (const chunks of chunksOf(await this.wanting(candidates), CHUNK.size)) {
      if (signal.aborted) return false;
      const made = await this.transactions.run([], async () => {
        const claimed = await this.candidates.claim(chunks);
        return this.deliveries.insert(claimed.flatMap(({ items }) => items));
      });
      if (made > 0) this.workers.nudge(DELIVERER);
    }
    return candidates.length === BATCH;
  }

  async backlog(): Promise<Backlog> {
    return this.relay.isConfigured ? this.candidates.backlog() : { waiting: 0, oldestSeconds: 0 };
  }

  /** The recipients of each candidate. */
  private async wanting(candidates: readonly WaitingPushCandidate[]): Promise<ChunkedRow<NewDelivery>[]> {
    const fresh = candidates.filter(({ isFresh }) => isFresh);
    const isFor = new Map<number, NewDelivery[]>();
    if (fresh.length > 0 && (await this.shown.isAnybodyReachable()))
      for (const [organizationId, own] of grouped(fresh, (candidate) => candidate.organizationId)) {
        const wanting = grouped(await this.deliveriesOf(organizationId, own), ({ messageId }) => messageId);
        // A message may have several candidates, for example when it was edited at once. The first contains all
        // recipients.
        for (const { id, messageId } of own) {
          isFor.set(id, wanting.get(messageId) ?? []);
          wanting.delete(messageId);
        }
      }
    return candidates.map(({ id, doneUserId }) => ({ id, doneUserId, items: isFor.get(id) ?? [] }));
  }

  private async deliveriesOf(
    organizationId: OrganizationId,
    candidates: readonly PushCandidate[],
  ): Promise<NewDelivery[]> {
    const messages = await this.addressees.messages(candidates.map(({ messageId }) => messageId));
    const addressed = await this.addressed(organizationId, candidates, messages);
    if (addressed.length === 0) return [];
    const reachable = await this.shown.reachable([...new Set(addressed.map(({ userId }) => userId))]);
    const within = addressed.filter(({ userId }) => reachable.has(userId));
    const wanting = await this.addressees.wanting('push', organizationId, within, messages);
    return wanting.map(({ userId, messageId, reason }) => ({ userId, messageId, organizationId, reason }));
  }

  /** For an edit only newly addressed users are recipients. */
  private async addressed(
    organizationId: OrganizationId,
    candidates: readonly PushCandidate[],
    messages: readonly FreshMessage[],
  ): Promise<Addressed[]> {
    const byMessage = new Map(
      candidates.filter(({ userIds }) => userIds.length > 0).map((candidate) => [candidate.messageId, candidate]),
    );
    const whole = new Set(candidates.filter(({ isWhole }) => isWhole).map(({ messageId }) => messageId));
    const named = messages.filter(({ id }) => byMessage.has(id));
    const meant = new Set(candidates.flatMap(({ messageId, userIds }) => userIds.map((id) => `${id} ${messageId}`)));
    const spokenTo = named.length > 0 ? await this.addressees.named(named) : [];
    return [
      ...spokenTo.filter(({ userId, messageId }) => meant.has(`${userId} ${messageId}`)),
      ...(await this.addressees.listeners(
        'push',
        organizationId,
        messages.filter(({ id }) => whole.has(id)),
      )),
    ];
  }
}
