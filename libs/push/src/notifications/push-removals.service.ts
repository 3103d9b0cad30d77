import { grouped } from '@app/kernel';
import { Organization, Organizations } from '@app/identity';
import { Backlog, Log, Secrets, Worker, Workers } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { MAX_REMOVED, RemovalNotification } from '../payloads/notification';
import { secondsUntilNext } from '../devices/registration-outcome';
import { RelayPause } from '../relay/relay-pause';
import { PushRechecks, RECHECKS_A_PASS } from './push-rechecks.service';
import { PushShownRepository, Removal } from './push-shown.repository';
import { LeasedRows, LEASE_SECONDS } from './leased-rows';
import { LegacyDevices } from '../tokens/legacy-devices.service';
import { Notifier } from './notifier.service';
import { PushDevices } from '../devices/push-devices.service';
import { Relay } from '../relay/relay.client';

export const REMOVER = 'push_removals';

const EVERY_MS = 1_000;
const USERS_A_PASS = 50;
const SWEEP_EVERY_MS = 3_600_000;

/**
 * Removes notifications of messages that were read or became unreadable. It compares shown notifications with unread
 * messages, independently of the kind of change, so that no change can be missed.
 */
@Injectable()
export class PushRemovals implements Worker, OnModuleInit {
  readonly name = REMOVER;
  readonly everyMs = EVERY_MS;
  private readonly pause = new RelayPause();
  private readonly leasedRows = new LeasedRows<Removal>((rows) => this.renew(rows));
  private sweptAt = 0;

  constructor(
    private readonly rows: PushShownRepository,
    private readonly rechecks: PushRechecks,
    private readonly organizations: Organizations,
    private readonly devices: PushDevices,
    private readonly notifier: Notifier,
    private readonly legacy: LegacyDevices,
    private readonly secrets: Secrets,
    private readonly relay: Relay,
    private readonly workers: Workers,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.workers.add(this);
  }

  async work(signal: AbortSignal): Promise<boolean> {
    if (!this.relay.isConfigured) return false;
    await this.sweep();
    const rechecked = await this.rechecks.work();
    if (!this.pause.isOver(Date.now())) return rechecked === RECHECKS_A_PASS;
    const removals = await this.rows.holdOver(USERS_A_PASS, LEASE_SECONDS);
    this.leasedRows.take(removals);
    try {
      await this.removeAll(removals, signal);
    } finally {
      await this.leasedRows.letGo(removals);
    }
    return rechecked === RECHECKS_A_PASS || removals.length === USERS_A_PASS;
  }

  async backlog(): Promise<Backlog> {
    return this.relay.isConfigured ? this.rows.backlog() : { waiting: 0, oldestSeconds: 0 };
  }

  private async removeAll(removals: readonly Removal[], signal: AbortSignal): Promise<void> {
    for (const [organizationId, own] of grouped(removals, (one) => one.organizationId)) {
      try {
        await this.remove(await this.organizations.current(organizationId), own, signal);
      } catch (error) {
        await this.leasedRows.letGo(own);
        for (const { userId, messageIds } of own) await this.rows.postpone(userId, messageIds, EVERY_MS);
        throw error;
      }
    }
  }

  private async renew(removals: readonly Removal[]): Promise<void> {
    try {
      for (const { userId, messageIds } of removals)
        await this.rows.postpone(userId, messageIds, LEASE_SECONDS * 1_000);
    } catch (error) {
      this.log.warn('removals may be taken up twice', { error });
    }
  }

  private async remove(organization: Organization, removals: readonly Removal[], signal: AbortSignal): Promise<void> {
    const active = await this.devices.active(removals.map(({ userId }) => userId));
    const devices = grouped(active, ({ userId }) => userId);
    const outgoing = removals.map((removal) => ({
      userId: removal.userId,
      notification: this.notification(removal),
      devices: devices.get(removal.userId) ?? [],
    }));
    const { results, pauseSeconds } = await this.notifier.send(organization, outgoing, signal);
    const pauseMs = pauseSeconds === null ? null : this.pause.begin(Date.now(), pauseSeconds);
    if (pauseMs === null) this.pause.end();
    // The relay refused one of them. Each is sent alone, so that it does not block the others.
    if (removals.length > 1 && results.some(({ isRefused }) => isRefused)) {
      for (const one of removals) await this.remove(organization, [one], signal);
      return;
    }
    for (const [at, removal] of removals.entries()) {
      const { userId, messageIds, attempts } = removal;
      const isOwed = pauseMs !== null || results[at]!.owed.length > 0;
      const left = isOwed ? 1 : (await this.legacy.notify(removal, [outgoing[at]!.notification], signal)).length;
      const waitMs = pauseMs ?? secondsUntilNext(attempts, 0) * 1_000;
      await this.leasedRows.letGo([removal]);
      await (left > 0 ? this.rows.postpone(userId, messageIds, waitMs) : this.rows.remove(userId, messageIds));
    }
  }

  /** Of very many messages only the newest are named: a device shows no more. */
  private notification({ userId, messageIds }: Removal): RemovalNotification {
    const named = messageIds.slice(-MAX_REMOVED);
    const collapseId = this.secrets.token('collapse id of a removal', `${userId} ${named.join()}`);
    return { type: 'remove', collapseId, messageIds: named };
  }

  private async sweep(): Promise<void> {
    if (Date.now() - this.sweptAt < SWEEP_EVERY_MS) return;
    this.sweptAt = Date.now();
    await this.rows.removeOld();
  }
}
