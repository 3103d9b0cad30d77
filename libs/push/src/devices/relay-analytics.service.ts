import { Organization, Organizations, PushStatuses } from '@app/identity';
import { OrganizationId, ZULIP_FEATURE_LEVEL, ZULIP_MERGE_BASE, ZULIP_VERSION } from '@app/kernel';
import { Backlog, Secrets, Worker, Workers } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { reportedStatusIn } from './push-status';
import { Relay } from '../relay/relay.client';

/** The worker is woken when there is work, so its regular interval may be long. */
const EVERY_MS = 3_600_000;
/** The shortest time between two reports of the same organization. */
const AGAIN_MS = 60_000;

/**
 * Announces an organization to a relay that reports it as unknown (docs/protocol/notifications.md, `server/analytics`).
 * The requests are kept in memory. After a restart the next refusal causes a new one.
 */
@Injectable()
export class RelayAnalytics implements Worker, OnModuleInit {
  readonly name = 'push_introductions';
  readonly everyMs = EVERY_MS;
  private readonly wanted = new Set<OrganizationId>();
  private readonly madeAt = new Map<OrganizationId, number>();

  constructor(
    private readonly organizations: Organizations,
    private readonly statuses: PushStatuses,
    private readonly relay: Relay,
    private readonly secrets: Secrets,
    private readonly workers: Workers,
  ) {}

  onModuleInit(): void {
    this.workers.add(this);
  }

  request(organizationId: OrganizationId): void {
    if (Date.now() - (this.madeAt.get(organizationId) ?? -Infinity) < AGAIN_MS) return;
    this.wanted.add(organizationId);
    this.workers.nudge(this.name);
  }

  async work(signal: AbortSignal): Promise<boolean> {
    const [organizationId] = this.wanted;
    if (organizationId === undefined || !this.relay.isConfigured) return false;
    this.wanted.delete(organizationId);
    this.madeAt.set(organizationId, Date.now());
    const organization = await this.organizations.current(organizationId);
    const body = {
      version: ZULIP_VERSION,
      merge_base: ZULIP_MERGE_BASE,
      api_feature_level: ZULIP_FEATURE_LEVEL,
      realm_counts: [],
      installation_counts: [],
      realms: [this.card(organization)],
    };
    const response = await this.relay.post('server/analytics', body, 'form', signal);
    const realms = response.kind === 'done' ? (response.body.realms as Record<string, unknown> | undefined) : undefined;
    const status = reportedStatusIn(realms?.[organization.uuid]);
    if (status) await this.statuses.note(organizationId, status);
    return this.wanted.size > 0;
  }

  async backlog(): Promise<Backlog> {
    return { waiting: this.wanted.size, oldestSeconds: 0 };
  }

  private card({ id, uuid, host, url, name, isDeactivated, createdAt }: Organization): object {
    return {
      id,
      uuid,
      // The relay recognises the organization by this key later. The key is derived, never stored, and cannot be
      // guessed.
      uuid_owner_secret: this.secrets.token('push_organization', uuid),
      host,
      url,
      name,
      org_type: 0,
      deactivated: isDeactivated,
      date_created: createdAt / 1_000,
      authentication_methods: {},
      is_system_bot_realm: false,
    };
  }
}
