import type { OrganizationId } from '@app/kernel';
import { Config, WrittenFields } from '@app/platform';
import { Audience, EventKind, EventLog, Registry, SnapshotPart, SnapshotViewer, SpectatorViewer } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type { GroupSetting } from '../roles/group-setting';
import type { Organization, OrganizationPicture, PushStatus } from '../records/organization';
import type { OrganizationSettings } from '../records/organization-settings';
import type { OrganizationSettingName } from '../roles/setting-tables';
import {
  organizationFacts,
  pictureFacts,
  pushFacts,
  shownMethods,
  spectatorFacts,
} from './organization-facts.client-events';
import { derivedProperties, PropertyName, shownProperty } from './organization-properties.client-events';
import { Organizations } from '../organizations/organizations.service';
import type { PermissionGraph } from '../permissions/permission-graph';
import { Permissions } from '../permissions/permissions.service';
import { serverFacts } from './server-facts.client-events';

/** One property by name and value, or several as an object. */
type RealmPayload =
  | { op: 'update'; property: string; value: unknown }
  | { op: 'update_dict'; property?: OrganizationPicture; data: Record<string, unknown> }
  | { op: 'deactivated'; realm_id: OrganizationId };

const KIND = 'realm';

const realm: EventKind<RealmPayload> = {
  kind: KIND,
  type: 'realm',
  variant: () => '',
  shape: (payload) =>
    payload.op === 'update_dict'
      ? { type: 'realm', op: payload.op, property: payload.property ?? 'default', data: payload.data }
      : { type: 'realm', ...payload },
};

/** Properties whose events always have the form for several. */
const TOLD_AS_DICT: ReadonlySet<PropertyName> = new Set([
  'allow_message_editing',
  'authentication_methods',
  'message_content_edit_limit_seconds',
  'message_edit_history_visibility_policy',
  'topics_policy',
]);

/** The value that clients receive also depends on the server. */
const METHODS = 'authentication_methods' satisfies PropertyName;

const EVERYBODY: Audience = { to: 'organization', except: [] };

/** Client events and snapshot of the organization, its permissions and the server. */
@Injectable()
export class OrganizationClientEvents implements OnModuleInit, SnapshotPart {
  readonly types = ['realm'];
  /** The facts at one version of the permissions. Each change of the organization raises it. */
  private readonly written = new WeakMap<PermissionGraph, WrittenFields>();

  constructor(
    private readonly registry: Registry,
    private readonly log: EventLog,
    private readonly organizations: Organizations,
    private readonly permissions: Permissions,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(realm);
    this.registry.addPart(this);
  }

  async read({ actor: { organizationId } }: SnapshotViewer): Promise<WrittenFields> {
    const graph = await this.permissions.current(organizationId);
    const known = this.written.get(graph);
    if (known) return known;
    const written = new WrittenFields(await this.facts(organizationId, graph));
    this.written.set(graph, written);
    return written;
  }

  async readForSpectator({ organizationId }: SpectatorViewer): Promise<Record<string, unknown>> {
    return spectatorFacts(await this.facts(organizationId, await this.permissions.current(organizationId)));
  }

  private async facts(organizationId: OrganizationId, graph: PermissionGraph): Promise<Record<string, unknown>> {
    const organization = await this.organizations.current(organizationId);
    return {
      ...organizationFacts(organization, graph, this.config),
      ...serverFacts(this.config, organization),
    };
  }

  tellText(organizationId: OrganizationId, property: 'name' | 'description', value: string): void {
    this.tell(organizationId, { op: 'update', property, value });
  }

  tellProperty(organizationId: OrganizationId, name: PropertyName, settings: Readonly<OrganizationSettings>): void {
    const value = name === METHODS ? shownMethods(settings, this.config) : shownProperty(name, settings);
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

  /** In MiB; `null`: no limit. */
  tellUploadQuota(organizationId: OrganizationId, quotaMib: number | null): void {
    this.tell(organizationId, { op: 'update_dict', data: { upload_quota_mib: quotaMib } });
  }

  tellPermission(
    organizationId: OrganizationId,
    name: OrganizationSettingName,
    value: GroupSetting,
    audience = EVERYBODY,
  ): void {
    this.tell(organizationId, { op: 'update_dict', data: { [name]: value } }, audience);
  }

  tellPicture(organization: Organization, picture: OrganizationPicture): void {
    const data = pictureFacts(organization, picture, this.config);
    this.tell(organization.id, { op: 'update_dict', property: picture, data });
  }

  /** The event contains only changed values. */
  tellPushStatus(organizationId: OrganizationId, before: PushStatus | null, after: PushStatus): void {
    const known: Readonly<Record<string, unknown>> = pushFacts(before, this.config);
    for (const [property, value] of Object.entries(pushFacts(after, this.config)))
      if (value !== known[property]) this.tell(organizationId, { op: 'update', property, value });
  }

  /** The last event of the organization. */
  tellDeactivated(organizationId: OrganizationId): void {
    this.tell(organizationId, { op: 'deactivated', realm_id: organizationId });
  }

  /** The audience includes guests: all clients show what the organization allows. */
  private tell(organizationId: OrganizationId, payload: RealmPayload, audience = EVERYBODY): void {
    this.log.tell({ kind: KIND, organizationId, audience, payload });
  }
}
