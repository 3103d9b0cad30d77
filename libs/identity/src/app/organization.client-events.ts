import { Clock, OrganizationId } from '@app/kernel';
import { Config } from '@app/platform';
import { EventKind, EventLog, Registry, SnapshotPart, SnapshotViewer } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type { GroupSetting } from '../domain/group-setting';
import type { OrganizationSettings } from '../domain/organization-settings';
import type { OrganizationSettingName } from '../domain/setting-tables';
import { organizationFacts } from './organization-facts.client-events';
import { derivedProperties, PropertyName, shownProperty } from './organization-properties.client-events';
import { Organizations } from './organizations.service';
import { Permissions } from './permissions.service';
import { serverFacts } from './server-facts.client-events';

/** One property under its name, or several, by their names. */
type RealmPayload =
  { op: 'update'; property: string; value: unknown } | { op: 'update_dict'; data: Record<string, unknown> };

const KIND = 'realm';

const realm: EventKind<RealmPayload> = {
  kind: KIND,
  type: 'realm',
  variant: () => '',
  shape: (payload) =>
    payload.op === 'update'
      ? { type: 'realm', ...payload }
      : { type: 'realm', op: payload.op, property: 'default', data: payload.data },
};

/** Those that clients have always been told of in the form for several. */
const TOLD_AS_DICT: ReadonlySet<PropertyName> = new Set([
  'allow_message_editing',
  'message_content_edit_limit_seconds',
  'message_edit_history_visibility_policy',
  'topics_policy',
]);

/** The organization, its permissions, and the server around it: on registering, and when they change. */
@Injectable()
export class OrganizationClientEvents implements OnModuleInit, SnapshotPart {
  readonly types = ['realm'];
  private readonly startedAt: number;

  constructor(
    private readonly registry: Registry,
    private readonly log: EventLog,
    private readonly organizations: Organizations,
    private readonly permissions: Permissions,
    private readonly config: Config,
    clock: Clock,
  ) {
    this.startedAt = clock.seconds();
  }

  onModuleInit(): void {
    this.registry.addKinds(realm);
    this.registry.addPart(this);
  }

  async read({ actor }: SnapshotViewer): Promise<Record<string, unknown>> {
    const organization = await this.organizations.get(actor.organizationId);
    const graph = await this.permissions.graphNow(actor.organizationId);
    return {
      ...organizationFacts(organization, graph, this.config),
      ...serverFacts(this.config, organization.url, this.startedAt),
    };
  }

  tellText(organizationId: OrganizationId, property: 'name' | 'description', value: string): void {
    this.tell(organizationId, { op: 'update', property, value });
  }

  tellProperty(organizationId: OrganizationId, name: PropertyName, settings: Readonly<OrganizationSettings>): void {
    const value = shownProperty(name, settings);
    if (!TOLD_AS_DICT.has(name)) return this.tell(organizationId, { op: 'update', property: name, value });
    this.tell(organizationId, { op: 'update_dict', data: { [name]: value, ...derivedProperties(name, settings) } });
  }

  tellProperties(
    organizationId: OrganizationId,
    names: readonly PropertyName[],
    settings: Readonly<OrganizationSettings>,
  ): void {
    const data = Object.fromEntries(names.map((name) => [name, shownProperty(name, settings)]));
    this.tell(organizationId, { op: 'update_dict', data });
  }

  tellPermission(organizationId: OrganizationId, name: OrganizationSettingName, value: GroupSetting): void {
    this.tell(organizationId, { op: 'update_dict', data: { [name]: value } });
  }

  /** To everybody, guests too: each of them shows what the organization allows. */
  private tell(organizationId: OrganizationId, payload: RealmPayload): void {
    this.log.tell({ kind: KIND, organizationId, audience: { to: 'organization', except: [] }, payload });
  }
}
