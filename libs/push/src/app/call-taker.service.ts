import { grouped, type OrganizationId } from '@app/kernel';
import { Addressed, Addressees, Call, CALL_TAKER, Calls, FreshMessage } from '@app/messaging';
import { Backlog, Transactions, Worker, Workers } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { PushDeliveryRepository } from '../store/push-delivery.repository';
import { PushShownRepository } from '../store/push-shown.repository';
import { DELIVERER } from './push-deliveries.service';
import { Relay } from './relay';

const EVERY_MS = 1_000;
const BATCH = 200;

/**
 * Finds out who is to be told of new messages on his phone: whoever they are addressed to or listens to their place, has
 * a device, and wants it. Rows come only of those, in statements for many messages at once (ADR 24).
 */
@Injectable()
export class CallTaker implements Worker, OnModuleInit {
  readonly name = CALL_TAKER;
  readonly everyMs = EVERY_MS;

  constructor(
    private readonly calls: Calls,
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

  async work(): Promise<boolean> {
    if (!this.relay.isConfigured) return false;
    const { isFull, made } = await this.transactions.run([], async () => {
      const calls = await this.calls.take(BATCH);
      const someone = calls.length > 0 && (await this.shown.isAnybodyReachable());
      let made = 0;
      if (someone)
        for (const [organizationId, own] of grouped(calls, (call) => call.organizationId))
          made += await this.note(organizationId, own);
      return { isFull: calls.length === BATCH, made };
    });
    if (made > 0) this.workers.nudge(DELIVERER);
    return isFull;
  }

  async backlog(): Promise<Backlog> {
    return this.relay.isConfigured ? this.calls.backlog() : { waiting: 0, oldestSeconds: 0 };
  }

  private async note(organizationId: OrganizationId, calls: readonly Call[]): Promise<number> {
    const messages = await this.addressees.messages(calls.map(({ messageId }) => messageId));
    const addressed = await this.addressed(organizationId, calls, messages);
    if (addressed.length === 0) return 0;
    const reachable = await this.shown.reachable([...new Set(addressed.map(({ userId }) => userId))]);
    const within = addressed.filter(({ userId }) => reachable.has(userId));
    const wanting = await this.addressees.wanting('push', organizationId, within, messages);
    return this.deliveries.insert(
      wanting.map(({ userId, messageId, reason }) => ({ userId, messageId, organizationId, reason })),
    );
  }

  /** An edit calls only those to whom it speaks. */
  private async addressed(
    organizationId: OrganizationId,
    calls: readonly Call[],
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
