import { PushStatuses } from '@app/identity';
import type { OrganizationId } from '@app/kernel';
import { Log } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { deviceIdsIn, statusIn } from './push-status';
import { RelayResponse, failureText } from '../relay/relay-response';
import { RelayAnalytics } from './relay-analytics.service';
import { PushDevices } from './push-devices.service';

/** The same warning is logged at most once in this time. */
const SILENCE_MS = 600_000;

/**
 * Handles what relay answers contain besides their result: removed devices, and whether the relay serves the
 * organization.
 */
@Injectable()
export class RelayResponses {
  private readonly saidAt = new Map<string, number>();

  constructor(
    private readonly statuses: PushStatuses,
    private readonly devices: PushDevices,
    private readonly analytics: RelayAnalytics,
    private readonly log: Log,
  ) {}

  /**
   * Called with each answer about one organization, outside transactions. Returns which of the addressed devices are
   * gone; other ids in the answer are ignored.
   */
  async take(
    organizationId: OrganizationId,
    response: RelayResponse,
    asked: readonly bigint[] = [],
  ): Promise<ReadonlySet<bigint>> {
    const status = statusIn(response);
    if (status) await this.statuses.note(organizationId, status);
    else if (response.kind === 'done') await this.statuses.noteService(organizationId);
    if (response.kind === 'refused') {
      this.complain(organizationId, failureText(response));
      if (response.code === 'MISSING_REMOTE_REALM') this.analytics.request(organizationId);
    }
    const named = new Set(response.kind === 'done' ? deviceIdsIn(response.body, 'delete_device_ids') : []);
    const gone = asked.filter((deviceId) => named.has(deviceId));
    await this.devices.removeGone(organizationId, gone);
    return new Set(gone);
  }

  /** Logs the reason of failing notifications for the operator. */
  complain(organizationId: OrganizationId, why: string): void {
    const key = `${organizationId} ${why}`;
    const now = Date.now();
    if (now - (this.saidAt.get(key) ?? -Infinity) < SILENCE_MS) return;
    if (this.saidAt.size > 1_000) this.saidAt.clear();
    this.saidAt.set(key, now);
    this.log.warn('the push relay does not do what it was asked', { organizationId, why });
  }
}
