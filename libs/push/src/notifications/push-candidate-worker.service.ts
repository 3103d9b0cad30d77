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
import { Backlog, sharesOf, Transactions, WideWork, Worker, Workers } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { NewDelivery, PushDeliveryRepository } from './push-delivery.repository';
import { PushShownRepository } from './push-shown.repository';
import { DELIVERER } from './push-deliveries.service';
import { Relay } from '../relay/relay.client';

const EVERY_MS = 1_000;
const BATCH = 200;
/** Rows that one transaction writes: some 20 ms. Tests make it smaller. */
export const SHARE = { size: 500 };

/**
 * Finds out who is to be told of new messages on his phone: whoever they are addressed to or listens to their place, has
 * a device, and wants it. Rows come only of those, in statements for many messages at once (ADR 24).
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

  /** Everything is read before the transactions that write: they hold back events, and a message may call thousands. */
  async work(signal: AbortSignal): Promise<boolean> {
    if (!this.relay.isConfigured) return false;
    const calls = await this.candidates.look(BATCH);
    if (calls.length === 0) return false;
    for (const shares of sharesOf(await this.wanting(calls), SHARE.size)) {
      if (signal.aborted) return false;
      const made = await this.transactions.run([], async () => {
        const claimed = await this.candidates.claim(shares);
        return this.deliveries.insert(claimed.flatMap(({ items }) => items));
      });
      if (made > 0) this.workers.nudge(DELIVERER);
    }
    return calls.length === BATCH;
  }

  async backlog(): Promise<Backlog> {
    return this.relay.isConfigured ? this.candidates.backlog() : { waiting: 0, oldestSeconds: 0 };
  }

  /** Whom each of the calls is for. */
  private async wanting(calls: readonly WaitingPushCandidate[]): Promise<WideWork<NewDelivery>[]> {
    const fresh = calls.filter(({ isFresh }) => isFresh);
    const isFor = new Map<number, NewDelivery[]>();
    if (fresh.length > 0 && (await this.shown.isAnybodyReachable()))
      for (const [organizationId, own] of grouped(fresh, (call) => call.organizationId)) {
        const wanting = grouped(await this.deliveriesOf(organizationId, own), ({ messageId }) => messageId);
        // A message may have been called for twice, such as when it was edited at once: the first call has all of them.
        for (const { id, messageId } of own) {
          isFor.set(id, wanting.get(messageId) ?? []);
          wanting.delete(messageId);
        }
      }
    return calls.map(({ id, doneUserId }) => ({ id, doneUserId, items: isFor.get(id) ?? [] }));
  }

  private async deliveriesOf(organizationId: OrganizationId, calls: readonly PushCandidate[]): Promise<NewDelivery[]> {
    const messages = await this.addressees.messages(calls.map(({ messageId }) => messageId));
    const addressed = await this.addressed(organizationId, calls, messages);
    if (addressed.length === 0) return [];
    const reachable = await this.shown.reachable([...new Set(addressed.map(({ userId }) => userId))]);
    const within = addressed.filter(({ userId }) => reachable.has(userId));
    const wanting = await this.addressees.wanting('push', organizationId, within, messages);
    return wanting.map(({ userId, messageId, reason }) => ({ userId, messageId, organizationId, reason }));
  }

  /** An edit calls only those to whom it speaks. */
  private async addressed(
    organizationId: OrganizationId,
    calls: readonly PushCandidate[],
    messages: readonly FreshMessage[],
  ): Promise<Addressed[]> {
    const called = new Map(calls.filter(({ userIds }) => userIds.length > 0).map((call) => [call.messageId, call]));
    const whole = new Set(calls.filter(({ isWhole }) => isWhole).map(({ messageId }) => messageId));
    const named = messages.filter(({ id }) => called.has(id));
    const meant = new Set(calls.flatMap(({ messageId, userIds }) => userIds.map((id) => `${id} ${messageId}`)));
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
