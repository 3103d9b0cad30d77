import { assertOwner, ChannelSettingName, GroupSetting, GroupSettingChange, GroupSettings } from '@app/identity';
import { single } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { ChannelAccess } from '../access/access';
import type { ChannelPolicy } from '../access/policies.service';
import { Descriptions } from '../channels/descriptions.service';
import {
  ArchivedChannelIsDeserted,
  ChannelHasNamedTopics,
  ChannelIsArchived,
  ChannelIsNotArchived,
  ChannelNameIsTaken,
  ChannelNameIsTheSame,
  ContentAccessIsRequired,
  DefaultChannelCannotBePrivate,
  DefaultChannelsAreForAdministrators,
  DeletePolicyIsNotPermitted,
  TopicsPolicyIsNotPermitted,
} from '../errors';
import { ChannelFolders } from '../folders/channel-folders.service';
import type { Channel, TopicsPolicy } from '../records/channel';
import { ChannelHistory } from '../records/channel-history.port';
import { checkedChannelName } from '../records/channel-name';
import { ChannelRepository } from '../records/channel.repository';
import { PrivacyChange } from '../records/privacy';
import { SubscriptionRepository } from '../records/subscription.repository';
import { ChannelPrivacy } from './channel-privacy.service';

/** The requested changes of a channel; absent fields stay as they are. */
export interface ChannelPatch {
  readonly name?: string;
  /** Markdown. */
  readonly description?: string;
  readonly privacy: PrivacyChange;
  readonly isDefault?: boolean;
  /** In days; `null`: the organization's value, -1: unlimited. */
  readonly messageRetentionDays?: number | null;
  readonly topicsPolicy?: TopicsPolicy;
  /** `null` removes the channel from its folder. */
  readonly folderId?: number | null;
  readonly unarchives: boolean;
  readonly permissions: Partial<Record<ChannelSettingName, GroupSettingChange>>;
}

/** A change under decision: the actor, the policy and the channel. */
export interface ChangeContext {
  readonly actor: Actor;
  readonly policy: ChannelPolicy;
  readonly access: ChannelAccess;
  readonly before: Channel;
}

export type Described = Pick<Channel, 'description' | 'renderedDescription'>;
type Settings = Partial<Record<ChannelSettingName, GroupSetting>>;

const DELETE_SETTINGS: readonly ChannelSettingName[] = ['can_delete_any_message_group', 'can_delete_own_message_group'];
const READING_SETTINGS: readonly ChannelSettingName[] = ['can_add_subscribers_group', 'can_subscribe_group'];

/** Decides what a requested change makes of a channel. */
@Injectable()
export class ChannelChangeRules {
  constructor(
    private readonly channels: ChannelRepository,
    private readonly rows: SubscriptionRepository,
    private readonly privacy: ChannelPrivacy,
    private readonly folders: ChannelFolders,
    private readonly settings: GroupSettings,
    private readonly history: ChannelHistory,
    private readonly descriptions: Descriptions,
  ) {}

  /** The new description, rendered; `null`: it stays. Rendering takes time, so it precedes the transaction. */
  async described(actor: Actor, wanted: string | undefined): Promise<Described | null> {
    if (wanted === undefined) return null;
    const rendered = await this.descriptions.render(actor, [{ name: '', description: wanted }]);
    const { description, renderedDescription } = single(rendered);
    return { description, renderedDescription };
  }

  /**
   * The channel as the request wants it.
   * @throws what the rule of each field says
   */
  async patched(decision: ChangeContext, patch: ChannelPatch, described: Described | null): Promise<Channel> {
    const { before } = decision;
    const after: Channel = {
      ...before,
      ...described,
      ...this.privacy.changed(decision, patch.privacy),
      isArchived: before.isArchived && !patch.unarchives,
      isDefault: patch.isDefault ?? before.isDefault,
      messageRetentionDays:
        patch.messageRetentionDays === undefined ? before.messageRetentionDays : patch.messageRetentionDays,
      topicsPolicy: patch.topicsPolicy ?? before.topicsPolicy,
      folderId: patch.folderId === undefined ? before.folderId : patch.folderId,
      name: patch.name === undefined ? before.name : await this.freeName(before, patch.name),
      permissions: { ...before.permissions, ...(await this.changedSettings(decision, patch.permissions)) },
    };
    if (patch.unarchives) await this.assertMayReturn(before, after);
    if (patch.isDefault !== undefined) assertMayChooseDefaults(decision, after);
    if (after.isPrivate && after.isDefault) throw new DefaultChannelCannotBePrivate();
    if (patch.messageRetentionDays !== undefined) assertOwner(decision.actor);
    await this.assertTopicsPolicyIsPossible(decision, after);
    if (after.folderId !== before.folderId && after.folderId !== null)
      await this.folders.assertUsable(before.organizationId, after.folderId);
    return after;
  }

  private async freeName(before: Channel, wanted: string): Promise<string> {
    const name = checkedChannelName(wanted);
    if (name === before.name) throw new ChannelNameIsTheSame();
    const { channelId } = single(await this.channels.resolve(before.organizationId, [name]));
    if (channelId !== null && channelId !== before.id) throw new ChannelNameIsTaken(name);
    return name;
  }

  private async changedSettings(
    { access, before }: ChangeContext,
    wanted: ChannelPatch['permissions'],
  ): Promise<Settings> {
    const changed = await this.settings.change(before.organizationId, 'channel', before.permissions, wanted);
    const changes = (names: readonly ChannelSettingName[]) => names.some((name) => changed[name] !== undefined);
    if (changes(READING_SETTINGS) && !access.changesWhoReads(before)) throw new ContentAccessIsRequired();
    if (changes(DELETE_SETTINGS) && !access.setsDeletionRights) throw new DeletePolicyIsNotPermitted();
    return changed;
  }

  private async assertMayReturn(before: Channel, after: Channel): Promise<void> {
    if (!before.isArchived) throw new ChannelIsNotArchived();
    if (!after.isPrivate) return;
    const subscribers = await this.rows.subscriberIds(before.organizationId, before.id);
    if (subscribers.length === 0) throw new ArchivedChannelIsDeserted();
  }

  private async assertTopicsPolicyIsPossible({ access, policy, before }: ChangeContext, after: Channel): Promise<void> {
    if (after.topicsPolicy === before.topicsPolicy) return;
    if (after.topicsPolicy !== 'inherit' && !access.setsTopicsPolicy) throw new TopicsPolicyIsNotPermitted();
    if (after.topicsPolicy !== 'empty_topic_only') return;
    if (await this.history.hasNamedTopics(before.id))
      throw new ChannelHasNamedTopics(policy.organization.emptyTopicName);
  }
}

function assertMayChooseDefaults({ access }: ChangeContext, after: Channel): void {
  if (!access.isAdministrator) throw new DefaultChannelsAreForAdministrators();
  if (after.isDefault && after.isArchived) throw new ChannelIsArchived();
}
