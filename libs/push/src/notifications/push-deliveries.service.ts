import { MailRecipient, MailRecipients, Organization, Organizations, User } from '@app/identity';
import { grouped, type OrganizationId, type UserId } from '@app/kernel';
import { Backlog, isDatabaseUnavailable, Log, Worker, Workers } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { secondsUntilNext } from '../devices/registration-outcome';
import { RelayPause } from '../relay/relay-pause';
import { Delivery, PushDeliveryRepository, RemainingDelivery } from './push-delivery.repository';
import { AwayUsers } from './away-users.service';
import { LeasedRows, LEASE_SECONDS } from './leased-rows';
import { LegacyDevices } from '../tokens/legacy-devices.service';
import { MessageNotifications, WrittenNotification } from './message-notifications.service';
import { Notifier, DeviceDelivery } from './notifier.service';
import { PushDevices } from '../devices/push-devices.service';
import { REMOVER } from './push-removals.service';
import { Relay } from '../relay/relay.client';

export const DELIVERER = 'push_deliveries';

const EVERY_MS = 1_000;
const USERS_A_PASS = 100;
const ROWS_A_PASS = 300;
/** The number of users whose notifications one transaction writes. They cannot mark messages as read meanwhile. */
const USERS_AT_ONCE = 25;
/** After this time devices with legacy tokens are left for later, before the leases expire. */
const LONGEST_MS = 60_000;
/** Older messages cause no notification. */
const LATE_MS = 86_400_000;

/**
 * Delivers notifications to devices at least once. A row stays until the relay has accepted everything, or no
 * notification is needed any more. The collapse id is the same at each attempt, so that devices do not show a
 * notification twice.
 */
@Injectable()
export class PushDeliveries implements Worker, OnModuleInit {
  readonly name = DELIVERER;
  readonly everyMs = EVERY_MS;
  private readonly pause = new RelayPause();
  private readonly leasedRows = new LeasedRows<Delivery>((rows) => this.renew(rows));

  constructor(
    private readonly rows: PushDeliveryRepository,
    private readonly recipients: MailRecipients,
    private readonly organizations: Organizations,
    private readonly awayUsers: AwayUsers,
    private readonly notifications: MessageNotifications,
    private readonly devices: PushDevices,
    private readonly notifier: Notifier,
    private readonly legacy: LegacyDevices,
    private readonly relay: Relay,
    private readonly workers: Workers,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.workers.add(this);
  }

  async work(signal: AbortSignal): Promise<boolean> {
    if (!this.relay.isConfigured || !this.pause.isOver(Date.now())) return false;
    const due = await this.rows.hold(false, USERS_A_PASS, ROWS_A_PASS, LEASE_SECONDS);
    await this.deliverAll(due, signal);
    // Notifications that the relay refused in a common batch are sent one by one and do not delay others.
    const refused = this.pause.isOver(Date.now()) ? await this.rows.hold(true, 1, 1, LEASE_SECONDS) : [];
    await this.deliverAll(refused, signal);
    return due.length + refused.length > 0;
  }

  async backlog(): Promise<Backlog> {
    return this.relay.isConfigured ? this.rows.backlog() : { waiting: 0, oldestSeconds: 0 };
  }

  private async deliverAll(due: readonly Delivery[], signal: AbortSignal): Promise<void> {
    this.leasedRows.take(due);
    try {
      await this.deliverEach(due, signal);
    } finally {
      await this.leasedRows.letGo(due);
    }
  }

  private async deliverEach(due: readonly Delivery[], signal: AbortSignal): Promise<void> {
    for (const [organizationId, own] of grouped(due, (one) => one.organizationId)) {
      const release = (waitMs: number) => this.defer(own, () => waitMs);
      if (!this.pause.isOver(Date.now())) {
        await release(EVERY_MS);
        continue;
      }
      try {
        await this.deliver(organizationId, own, signal);
      } catch (error) {
        // The node stops, or an error occurred. The rows are released, so that another node need not wait until the
        // leases expire.
        await release(signal.aborted ? 0 : EVERY_MS);
        throw error;
      }
    }
  }

  private async deliver(
    organizationId: OrganizationId,
    deliveries: readonly Delivery[],
    signal: AbortSignal,
  ): Promise<void> {
    const end = Date.now() + LONGEST_MS;
    const organization = await this.organizations.current(organizationId);
    const recipients = await this.recipients.find(organizationId, [...new Set(deliveries.map((one) => one.userId))]);
    const missed = await this.missed(organization, recipients, deliveries);
    const written = await this.written(organization, recipients, missed);
    const userIds = [...new Set(written.map(({ delivery }) => delivery.userId))];
    const active = grouped(await this.devices.active(userIds), ({ userId }) => userId);
    const outgoing = written.map(({ delivery, notification }): DeviceDelivery => {
      const own = active.get(delivery.userId) ?? [];
      const owed = delivery.deviceIds && new Set(delivery.deviceIds);
      const devices = owed ? own.filter(({ deviceId }) => owed.has(deviceId)) : own;
      return { userId: delivery.userId, notification, devices };
    });
    const { results, pauseSeconds } = await this.notifier.send(organization, outgoing, signal);
    const waitMs = pauseSeconds === null ? null : this.pause.begin(Date.now(), pauseSeconds);
    if (waitMs === null && outgoing.length > 0) this.pause.end();
    const owesLegacy = await this.tellLegacy(written, waitMs === null ? end : 0, signal);
    const left = written.flatMap(({ delivery, notification }, at): RemainingDelivery[] => {
      const { owed, isRefused } = results[at]!;
      const owes = owesLegacy.has(notification);
      if (owed.length === 0 && !owes) return [];
      const again = waitMs ?? secondsUntilNext(delivery.attempts, 0) * 1_000;
      return [{ ...keyOf(delivery), deviceIds: owed, owesLegacy: owes, isRefused, waitMs: again }];
    });
    const isLeft = new Set(left.map(textOf));
    await this.leasedRows.letGo(deliveries);
    await this.rows.keep(left);
    await this.rows.remove(written.map(({ delivery }) => delivery).filter((delivery) => !isLeft.has(textOf(delivery))));
    // Notifications of messages that were read during the delivery are removed after it.
    this.workers.nudge(REMOVER);
  }

  /**
   * Users who were present or are deactivated have missed nothing. If presence is not yet known, the check is repeated
   * later.
   */
  private async missed(
    organization: Organization,
    recipients: ReadonlyMap<UserId, MailRecipient>,
    deliveries: readonly Delivery[],
  ): Promise<Delivery[]> {
    const decide = await this.awayUsers.decisions(organization.id, recipients);
    const late = Date.now() - LATE_MS;
    const decided = deliveries.map((delivery) => {
      const isOver = !recipients.has(delivery.userId) || delivery.sentAt < late || organization.isDeactivated;
      // A delivery that has begun is completed.
      const isBegun = delivery.deviceIds !== null;
      return { delivery, decision: isOver ? 'told' : isBegun ? 'tell' : decide(delivery.userId, delivery.sentAt) };
    });
    await this.rows.remove(decided.flatMap(({ delivery, decision }) => (decision === 'told' ? [delivery] : [])));
    const waits = new Map<Delivery, number>();
    for (const { delivery, decision } of decided)
      if (typeof decision === 'object') waits.set(delivery, decision.waitMs);
    await this.defer([...waits.keys()], (delivery) => waits.get(delivery)!);
    return decided.flatMap(({ delivery, decision }) => (decision === 'tell' ? [delivery] : []));
  }

  /** Handles a few users at a time, because all of their locks are held together. */
  private async written(
    organization: Organization,
    recipients: ReadonlyMap<UserId, MailRecipient>,
    deliveries: readonly Delivery[],
  ): Promise<WrittenNotification[]> {
    const byUser = [...grouped(deliveries, ({ userId }) => userId)];
    const written: WrittenNotification[] = [];
    for (let done = 0; done < byUser.length; done += USERS_AT_ONCE) {
      const some = byUser.slice(done, done + USERS_AT_ONCE);
      const users = some.map(([userId]) => recipients.get(userId)!.user);
      const own = some.flatMap(([, rows]) => rows);
      written.push(...(await this.writtenFor(organization, users, own)));
    }
    return written;
  }

  /** An error for one user must not delay the others, so each user is then tried separately. */
  private async writtenFor(
    organization: Organization,
    users: readonly User[],
    deliveries: readonly Delivery[],
  ): Promise<WrittenNotification[]> {
    try {
      return await this.notifications.write(organization, users, deliveries);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      if (users.length > 1) {
        const written: WrittenNotification[] = [];
        for (const user of users) {
          const own = deliveries.filter(({ userId }) => userId === user.id);
          written.push(...(await this.writtenFor(organization, [user], own)));
        }
        return written;
      }
      this.log.warn('notifications could not be written', { userId: users[0]?.id, error });
      const waitMs = secondsUntilNext(Math.max(...deliveries.map(({ attempts }) => attempts)), 0) * 1_000;
      await this.defer(deliveries, () => waitMs);
      return [];
    }
  }

  /** The rows become due again after that time, without other changes. */
  private async defer(deliveries: readonly Delivery[], waitMs: (delivery: Delivery) => number): Promise<void> {
    await this.leasedRows.letGo(deliveries);
    await this.rows.defer(deliveries.map((delivery) => ({ ...keyOf(delivery), waitMs: waitMs(delivery) })));
  }

  /** If the renewal fails, another node may deliver too, with the same collapse id. */
  private async renew(deliveries: readonly Delivery[]): Promise<void> {
    const later = deliveries.map((delivery) => ({ ...keyOf(delivery), waitMs: LEASE_SECONDS * 1_000 }));
    await this.rows.defer(later).catch((error) => this.log.warn('notifications may be taken up twice', { error }));
  }

  /** Sends to devices with legacy tokens, user by user, until `end`. Returns what is left. */
  private async tellLegacy(
    written: readonly WrittenNotification[],
    end: number,
    signal: AbortSignal,
  ): Promise<Set<WrittenNotification['notification']>> {
    const owed = new Set<WrittenNotification['notification']>();
    const owingLegacy = written.filter(({ delivery }) => delivery.owesLegacy);
    for (const owing of grouped(owingLegacy, ({ delivery }) => delivery.userId).values()) {
      const notifications = owing.map(({ notification }) => notification);
      const left =
        Date.now() > end ? notifications : await this.legacy.notify(owing[0].delivery, notifications, signal);
      for (const one of notifications) if (left.includes(one)) owed.add(one);
    }
    return owed;
  }
}

const keyOf = ({ userId, messageId }: Delivery) => ({ userId, messageId });
const textOf = ({ userId, messageId }: Pick<Delivery, 'userId' | 'messageId'>): string => `${userId} ${messageId}`;
