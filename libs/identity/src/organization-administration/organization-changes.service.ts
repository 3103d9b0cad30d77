import type { ChannelId, OrganizationId } from '@app/kernel';
import { Actor, Config, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { GroupSetting } from '../roles/group-setting';
import type { GroupSettingChange } from '../permissions/group-setting-change';
import { Organization, organizationName } from '../records/organization';
import type { OrganizationSettings } from '../records/organization-settings';
import type { OrganizationSettingName } from '../roles/setting-tables';
import { OrganizationRepository } from '../records/organization.repository';
import { assertMayChangeOrganization } from '../permissions/access';
import { Users } from '../users/users.service';
import { GuestContactChanges } from '../guest-contacts/guest-contact-changes.service';
import { Audit } from '../audit/audit.service';
import { FullMembers } from '../user-groups/full-members.service';
import { GroupSettings } from '../permissions/group-settings.service';
import { CHANNELS, OrganizationSettingRules } from './organization-setting-rules.service';
import { OrganizationClientEvents } from './organization.client-events';
import { PROPERTIES, PROPERTY_NAMES, PropertyName, wireNameOf } from './organization-properties.client-events';
import { Organizations } from '../organizations/organizations.service';

/** The requested changes of an organization; absent fields stay as they are. */
export interface OrganizationPatch {
  name?: string;
  description?: string;
  settings: Partial<OrganizationSettings>;
  permissions: Partial<Record<OrganizationSettingName, GroupSettingChange>>;
}

/** The values that really changed. */
export interface OrganizationChange {
  name?: string;
  description?: string;
  settings: Partial<OrganizationSettings>;
  permissions: Partial<Record<OrganizationSettingName, GroupSetting>>;
}

/** Changes the settings of an organization. */
@Injectable()
export class OrganizationChanges {
  constructor(
    private readonly rows: OrganizationRepository,
    private readonly users: Users,
    private readonly guestContacts: GuestContactChanges,
    private readonly organizations: Organizations,
    private readonly groupSettings: GroupSettings,
    private readonly rules: OrganizationSettingRules,
    private readonly fullMembers: FullMembers,
    private readonly clients: OrganizationClientEvents,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
    private readonly config: Config,
  ) {}

  /**
   * Applies all changes or none and returns the new values. All users are told.
   * @throws MustBeAdministrator, MustBeOwner, OrganizationNameIsInvalid, ReferredChannelIsUnknown,
   * ModerationChannelMustBePrivate, OwnersWouldBeLockedOut, VideoChatProviderIsUnknown, and what `GroupSettings.change`
   * throws
   */
  change(
    { organizationId, userId }: Pick<Actor, 'organizationId' | 'userId'>,
    patch: OrganizationPatch,
  ): Promise<OrganizationChange> {
    return this.transactions.run([lock.organization(organizationId)], async () => {
      // Reads role and account again, because they may have changed while the request waited for the lock.
      const settings = [...Object.keys(patch.settings), ...Object.keys(patch.permissions)];
      assertMayChangeOrganization(await this.users.acting({ organizationId, userId }), settings);
      const before = await this.organizations.current(organizationId);
      const change = await this.changeIn(before, patch);
      await this.store(before, change);
      return change;
    });
  }

  /**
   * Sets the channel for announcements of new channels. Runs in the transaction that creates the organization, so no
   * client is told.
   */
  async announceIn(organizationId: OrganizationId, channelId: ChannelId): Promise<void> {
    const settings = { newChannelAnnouncementsChannelId: channelId };
    await this.rows.update(organizationId, { settings, permissions: {} });
  }

  /**
   * Removes references to a channel that can no longer be used. Runs under the organization's lock, in the caller's
   * transaction.
   */
  async forgetChannel(organizationId: OrganizationId, channelId: ChannelId): Promise<void> {
    const before = await this.organizations.current(organizationId);
    const referring = CHANNELS.filter((key) => before.settings[key] === channelId);
    if (referring.length === 0) return;
    const settings: Partial<OrganizationSettings> = Object.fromEntries(referring.map((key) => [key, null]));
    await this.rows.update(organizationId, { settings, permissions: {} });
    this.recordChange(before, { settings, permissions: {} });
    this.clients.tellProperties(organizationId, namesOf(settings), { ...before.settings, ...settings });
  }

  /** Sets the total size limit of uploaded files; `null`: only the server's limits apply. For operators. */
  setUploadQuota(organizationId: OrganizationId, uploadQuotaMib: number | null): Promise<void> {
    return this.transactions.run([lock.organization(organizationId)], async () => {
      const before = await this.organizations.current(organizationId);
      const settings = changesIn(before.settings, { uploadQuotaMib });
      if (isEmpty(settings)) return;
      await this.rows.update(organizationId, { settings, permissions: {} });
      this.recordChange(before, { settings, permissions: {} });
      this.clients.tellUploadQuota(organizationId, uploadQuotaMib ?? this.config.uploadQuotaMib);
    });
  }

  private async changeIn(before: Organization, patch: OrganizationPatch): Promise<OrganizationChange> {
    const { id, permissions } = before;
    const settings = changesIn(before.settings, patch.settings);
    await this.rules.assertHold(before, settings);
    return {
      ...changesIn(before, {
        ...(patch.name === undefined ? {} : { name: organizationName(patch.name) }),
        ...(patch.description === undefined ? {} : { description: patch.description.trim() }),
      }),
      settings,
      permissions: await this.groupSettings.change(id, 'organization', permissions, patch.permissions),
    };
  }

  private async store(before: Organization, change: OrganizationChange): Promise<void> {
    const { name, description, settings, permissions } = change;
    if ([name, description].every((text) => text === undefined) && isEmpty(settings) && isEmpty(permissions)) return;
    const { id } = before;
    await this.rows.update(id, change);
    this.recordChange(before, change);
    if (name !== undefined) this.clients.tellText(id, 'name', name);
    if (description !== undefined) this.clients.tellText(id, 'description', description);
    const after = { ...before.settings, ...settings };
    for (const property of namesOf(settings)) this.clients.tellProperty(id, property, after);
    for (const [setting, value] of Object.entries(permissions))
      this.clients.tellPermission(id, setting as OrganizationSettingName, value);
    if (permissions.can_access_all_users_group !== undefined)
      await this.guestContacts.limitChanged(before, await this.organizations.current(id));
    if (settings.waitingPeriodThreshold !== undefined)
      await this.fullMembers.waitingPeriodChanged(id, before.settings.waitingPeriodThreshold);
  }

  private recordChange(organization: Organization, { settings, permissions, ...texts }: OrganizationChange): void {
    const after = { ...texts, ...settings, ...permissions };
    const everything: Record<string, unknown> = {
      ...organization.settings,
      ...organization.permissions,
      name: organization.name,
      description: organization.description,
    };
    const named = (values: Record<string, unknown>) =>
      Object.fromEntries(Object.keys(after).map((key) => [wireNameOf(key), values[key]]));
    const object = { type: 'organization' as const, id: organization.id };
    const facts = { before: named(everything), after: named(after) };
    this.audit.record({ organizationId: organization.id, action: 'changed', object, ...facts });
  }
}

const isEmpty = (changes: object): boolean => Object.keys(changes).length === 0;

/** The wanted values that differ from the present ones. */
function changesIn<T extends object>(present: T, patch: Partial<T>): Partial<T> {
  const changes = Object.entries(patch).filter(([key, value]) => !isDeepStrictEqual(value, present[key as keyof T]));
  return Object.fromEntries(changes) as Partial<T>;
}

const namesOf = (settings: Partial<OrganizationSettings>): PropertyName[] =>
  PROPERTY_NAMES.filter((name) => PROPERTIES[name].key in settings);
