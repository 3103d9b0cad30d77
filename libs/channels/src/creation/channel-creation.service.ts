import {
  assertAdministrator,
  assertOwner,
  Audit,
  CHANNEL_SETTINGS,
  ChannelSettingName,
  GroupSetting,
  GroupSettings,
  normaliseGroupSetting,
  NewAuditEntry,
  SettingRule,
  User,
  Users,
} from '@app/identity';
import type { ChannelId, OrganizationId, UserId } from '@app/kernel';
import { Actor, Config, DomainEventBus, Raises, RowQuota } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { Channel, ChannelPermissions, TopicsPolicy } from '../records/channel';
import {
  ChannelCreationIsNotPermitted,
  DefaultChannelCannotBePrivate,
  DeletePolicyIsNotPermitted,
  TopicsPolicyIsNotPermitted,
  WebPublicChannelsAreOff,
} from '../errors';
import { Privacy, privacyOf, WantedPrivacy } from '../records/privacy';
import { ChannelRepository, NewChannel, NewChannelSettings } from '../records/channel.repository';
import { CHANNELS, DEFAULT_CHANNELS } from '../row-limits';
import { ChannelObjects } from '../channels/channel-objects.service';
import { ChannelViewers } from '../access/channel-viewers.service';
import { ChannelClientEvents } from '../channels/channel.client-events';
import { ChannelFolders } from '../folders/channel-folders.service';
import type { ChannelPolicy } from '../access/policies.service';

/** The requested settings of new channels. */
export interface NewChannelFields extends WantedPrivacy {
  readonly isDefault: boolean;
  /** In days; `null`: the organization's value, -1: unlimited. */
  readonly messageRetentionDays: number | null;
  readonly topicsPolicy: TopicsPolicy;
  readonly folderId: number | null;
  readonly announce: boolean;
  readonly permissions: Partial<Record<ChannelSettingName, GroupSetting>>;
}

const DELETE_SETTINGS = ['can_delete_any_message_group', 'can_delete_own_message_group'] as const;

/**
 * Creates channels. The caller's transaction holds the organization's lock, because names are unique in an
 * organization.
 */
@Injectable()
export class ChannelCreation {
  constructor(
    private readonly channels: ChannelRepository,
    private readonly settings: GroupSettings,
    private readonly users: Users,
    private readonly folders: ChannelFolders,
    private readonly viewers: ChannelViewers,
    private readonly objects: ChannelObjects,
    private readonly clientEvents: ChannelClientEvents,
    private readonly events: DomainEventBus,
    private readonly audit: Audit,
    private readonly config: Config,
    private readonly rowQuota: RowQuota,
  ) {}

  /** Checks that need no names, before the lock. */
  async assertFieldsArePossible(
    actor: Actor,
    policy: ChannelPolicy,
    { folderId, topicsPolicy }: Pick<NewChannelFields, 'folderId' | 'topicsPolicy'>,
  ): Promise<void> {
    if (folderId !== null) await this.folders.assertUsable(actor.organizationId, folderId);
    if (topicsPolicy !== 'inherit' && !policy.accessOf(actor).setsTopicsPolicy) throw new TopicsPolicyIsNotPermitted();
  }

  /**
   * The settings of the actor's new channels. Repeats `assertFieldsArePossible` under the lock, with further checks.
   * @throws ChannelPrivacyIsInvalid, errors of group settings, ChannelCreationIsNotPermitted and what else is refused
   */
  async plan(actor: Actor, policy: ChannelPolicy, fields: NewChannelFields): Promise<NewChannelSettings> {
    const { organization } = policy;
    await this.assertFieldsArePossible(actor, policy, fields);
    const privacy = privacyOf(fields);
    const chosen = await this.settings.checked(organization.id, 'channel', fields.permissions);
    const permissions = { ...defaultPermissions(policy, actor.userId), ...chosen };
    this.assertDeletePolicyIsPermitted(actor, policy, permissions);
    this.assertCreationIsPermitted(actor, policy, privacy);
    if (fields.isDefault) assertDefaultIsPossible(actor, privacy);
    if (fields.messageRetentionDays !== null) assertOwner(actor);
    return {
      ...privacy,
      organizationId: organization.id,
      creatorId: actor.userId,
      messageRetentionDays: fields.messageRetentionDays,
      topicsPolicy: fields.topicsPolicy,
      isDefault: fields.isDefault,
      folderId: fields.folderId,
      permissions,
    };
  }

  /**
   * Creates the channels and tells the users who see them, including `subscribers`. The subscriptions are announced
   * later.
   */
  @Raises('ChannelsCreated')
  async create(
    policy: ChannelPolicy,
    settings: NewChannelSettings,
    wanted: readonly NewChannel[],
    { subscribers, announce }: { subscribers: readonly User[]; announce: boolean },
  ): Promise<Channel[]> {
    await this.rowQuota.assert(CHANNELS, policy.organization.id, wanted.length);
    if (settings.isDefault) await this.rowQuota.assert(DEFAULT_CHANNELS, policy.organization.id, wanted.length);
    const created = await this.channels.insert(settings, wanted);
    const [first] = created;
    if (!first) return [];
    const organizationId = policy.organization.id;
    const audiences = await this.viewers.audiences(policy, created);
    const objects = await this.objects.forAll(
      policy,
      created.map((channel) => ({ ...channel, subscriberCount: 0 })),
    );
    const audience = audiences.of(
      first,
      subscribers.map(({ id }) => id),
    );
    this.clientEvents.tellVisible(organizationId, audience, objects);
    if (settings.isDefault) await this.tellDefaults(organizationId);
    this.audit.record(...created.map(creationOf));
    const { creatorId } = settings;
    await this.events.raise('ChannelsCreated', { organizationId, creatorId, channels: created, announce });
    return created;
  }

  /** Guests have no default channels, so the list in their event is empty. */
  private async tellDefaults(organizationId: OrganizationId): Promise<void> {
    const ids: ChannelId[] = await this.channels.defaultIds(organizationId);
    const guests = await this.users.guestIds(organizationId);
    this.clientEvents.tellDefaults(organizationId, { to: 'organization', except: guests }, ids);
  }

  private assertCreationIsPermitted(actor: Actor, policy: ChannelPolicy, { isPrivate, isWebPublic }: Privacy): void {
    const access = policy.accessOf(actor);
    const kind = isPrivate ? 'private' : 'public';
    if (!access.creates(kind)) throw new ChannelCreationIsNotPermitted(kind);
    if (!isWebPublic) return;
    const isOn = this.config.webPublicChannels && policy.organization.settings.enableSpectatorAccess;
    if (!isOn) throw new WebPublicChannelsAreOff();
    if (!access.creates('web-public')) throw new ChannelCreationIsNotPermitted('web-public');
  }

  /** A separate permission is needed to let more users delete messages than the organization does. */
  private assertDeletePolicyIsPermitted(actor: Actor, policy: ChannelPolicy, permissions: ChannelPermissions): void {
    const nobody = policy.organization.systemGroups['role:nobody'];
    if (DELETE_SETTINGS.every((name) => permissions[name] === nobody)) return;
    if (!policy.accessOf(actor).setsDeletionRights) throw new DeletePolicyIsNotPermitted();
  }
}

const creationOf = ({ id, organizationId, ...channel }: Channel): NewAuditEntry => ({
  organizationId,
  action: 'created',
  object: { type: 'channel', id },
  after: {
    name: channel.name,
    is_private: channel.isPrivate,
    is_web_public: channel.isWebPublic,
    history_public_to_subscribers: channel.historyPublicToSubscribers,
    message_retention_days: channel.messageRetentionDays,
    topics_policy: channel.topicsPolicy,
    is_default: channel.isDefault,
    permissions: channel.permissions,
  },
});

function assertDefaultIsPossible(actor: Actor, { isPrivate }: Privacy): void {
  assertAdministrator(actor);
  if (isPrivate) throw new DefaultChannelCannotBePrivate();
}

/** The creator of a channel administers it. A channel made by the server is administered by administrators only. */
export function defaultPermissions({ organization }: ChannelPolicy, creatorId: UserId | null): ChannelPermissions {
  const nobody = organization.systemGroups['role:nobody'];
  const creator: GroupSetting = { direct_members: creatorId === null ? [] : [creatorId], direct_subgroups: [] };
  const valueOf = (rule: SettingRule) =>
    rule.default === 'creator' ? normaliseGroupSetting(creator, nobody) : organization.systemGroups[rule.default];
  const entries = Object.entries<SettingRule>(CHANNEL_SETTINGS).map(([name, rule]) => [name, valueOf(rule)]);
  return Object.fromEntries(entries) as ChannelPermissions;
}
