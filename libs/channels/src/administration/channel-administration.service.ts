import {
  assertOwner,
  Audit,
  ChannelSettingName,
  GroupSetting,
  GroupSettingChange,
  GroupSettings,
  OrganizationChanges,
  Users,
} from '@app/identity';
import { type ChannelId, single } from '@app/kernel';
import { Actor, DomainEventBus, lock, Raises, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { Channel, TopicsPolicy } from '../records/channel';
import { channelFacts, differenceOf } from '../channels/channel-facts';
import { checkedChannelName } from '../records/channel-name';
import {
  AdministeringIsNotPermitted,
  ArchivedChannelIsDeserted,
  ChannelHasNamedTopics,
  ChannelIdIsInvalid,
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
import { PrivacyChange } from '../records/privacy';
import { ChannelRepository } from '../records/channel.repository';
import { SubscriptionRepository } from '../records/subscription.repository';
import type { ChannelAccess } from '../access/access';
import { ChannelChangeNews } from './channel-change-news.service';
import { ChannelFolders } from '../folders/channel-folders.service';
import { ChannelHistory } from '../records/channel-history.port';
import { ChannelPrivacy } from './channel-privacy.service';
import { Descriptions } from '../channels/descriptions.service';
import { ChannelPolicy, Policies } from '../access/policies.service';

/** The requested changes of a channel; absent fields stay as they are. */
export interface ChannelWish {
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
interface Decision {
  readonly actor: Actor;
  readonly policy: ChannelPolicy;
  readonly access: ChannelAccess;
  readonly before: Channel;
}

type Described = Pick<Channel, 'description' | 'renderedDescription'>;
type Settings = Partial<Record<ChannelSettingName, GroupSetting>>;

const DELETE_SETTINGS: readonly ChannelSettingName[] = ['can_delete_any_message_group', 'can_delete_own_message_group'];
const READING_SETTINGS: readonly ChannelSettingName[] = ['can_add_subscribers_group', 'can_subscribe_group'];

/** Changes, archives and unarchives channels. Each request runs in one transaction. */
@Injectable()
export class ChannelAdministration {
  constructor(
    private readonly channels: ChannelRepository,
    private readonly rows: SubscriptionRepository,
    private readonly policies: Policies,
    private readonly privacy: ChannelPrivacy,
    private readonly folders: ChannelFolders,
    private readonly settings: GroupSettings,
    private readonly users: Users,
    private readonly organizations: OrganizationChanges,
    private readonly history: ChannelHistory,
    private readonly descriptions: Descriptions,
    private readonly news: ChannelChangeNews,
    private readonly events: DomainEventBus,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Changes the values that differ. Clients are told only about these (docs/protocol/channels.md).
   * @throws ChannelIdIsInvalid if the actor cannot see or read it, AdministeringIsNotPermitted for other readers, and
   * what the rule of each field says
   */
  async change(actor: Actor, channelId: ChannelId, wish: ChannelWish): Promise<void> {
    const described = await this.described(actor, wish.description);
    await this.transactions.run(locksOf(actor, channelId), async () => {
      const decision = await this.administered(actor, channelId);
      await this.settle(decision, await this.wished(decision, wish, described), 'changed');
    });
  }

  /**
   * Archives the channel: no messages can be sent to it. Messages and subscriptions stay.
   * @throws as `change`; ChannelIsArchived when it is already
   */
  async archive(actor: Actor, channelId: ChannelId): Promise<void> {
    await this.transactions.run(locksOf(actor, channelId), async () => {
      const decision = await this.administered(actor, channelId);
      if (decision.before.isArchived) throw new ChannelIsArchived();
      await this.settle(decision, { ...decision.before, isArchived: true, isDefault: false }, 'archived');
      await this.organizations.forgetChannel(actor.organizationId, channelId);
    });
  }

  @Raises('ChannelChanged')
  private async settle({ actor, policy, before }: Decision, after: Channel, action: string): Promise<void> {
    const difference = differenceOf(channelFacts(before), channelFacts(after));
    if (Object.keys(difference.after).length === 0) return;
    await this.channels.update(after);
    await this.news.tell(policy, before, after);
    const { organizationId } = before;
    const named = before.isArchived && !after.isArchived ? 'unarchived' : action;
    const channelId = before.id;
    this.audit.record({ organizationId, action: named, object: { type: 'channel', id: channelId }, ...difference });
    await this.events.raise('ChannelChanged', { organizationId, channelId, actorId: actor.userId, before, after });
  }

  private async administered(asking: Actor, channelId: ChannelId): Promise<Decision> {
    // Reads the role again, because it may have changed while the request waited for the lock.
    const { role } = await this.users.get(asking.organizationId, asking.userId);
    const actor = { ...asking, role };
    const policy = await this.policies.current(actor.organizationId);
    const access = policy.accessOf(actor);
    const [before] = await this.channels.list(actor.organizationId, actor.userId, [channelId]);
    if (!before || !access.seesMetadata(before)) throw new ChannelIdIsInvalid();
    if (access.administers(before)) return { actor, policy, access, before };
    throw access.readsContent(before) ? new AdministeringIsNotPermitted() : new ChannelIdIsInvalid();
  }

  /** The channel as the request wants it. */
  private async wished(decision: Decision, wish: ChannelWish, described: Described | null): Promise<Channel> {
    const { before } = decision;
    const after: Channel = {
      ...before,
      ...described,
      ...this.privacy.changed(decision, wish.privacy),
      isArchived: before.isArchived && !wish.unarchives,
      isDefault: wish.isDefault ?? before.isDefault,
      messageRetentionDays:
        wish.messageRetentionDays === undefined ? before.messageRetentionDays : wish.messageRetentionDays,
      topicsPolicy: wish.topicsPolicy ?? before.topicsPolicy,
      folderId: wish.folderId === undefined ? before.folderId : wish.folderId,
      name: wish.name === undefined ? before.name : await this.freeName(before, wish.name),
      permissions: { ...before.permissions, ...(await this.changedSettings(decision, wish.permissions)) },
    };
    if (wish.unarchives) await this.assertMayReturn(before, after);
    if (wish.isDefault !== undefined) assertMayChooseDefaults(decision, after);
    if (after.isPrivate && after.isDefault) throw new DefaultChannelCannotBePrivate();
    if (wish.messageRetentionDays !== undefined) assertOwner(decision.actor);
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

  private async changedSettings({ access, before }: Decision, wanted: ChannelWish['permissions']): Promise<Settings> {
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

  private async assertTopicsPolicyIsPossible({ access, policy, before }: Decision, after: Channel): Promise<void> {
    if (after.topicsPolicy === before.topicsPolicy) return;
    if (after.topicsPolicy !== 'inherit' && !access.setsTopicsPolicy) throw new TopicsPolicyIsNotPermitted();
    if (after.topicsPolicy !== 'empty_topic_only') return;
    if (await this.history.hasNamedTopics(before.id))
      throw new ChannelHasNamedTopics(policy.organization.emptyTopicName);
  }

  private async described(actor: Actor, wanted: string | undefined): Promise<Described | null> {
    if (wanted === undefined) return null;
    const rendered = await this.descriptions.render(actor, [{ name: '', description: wanted }]);
    const { description, renderedDescription } = single(rendered);
    return { description, renderedDescription };
  }
}

/** The name must not be taken, and no role or group may change while the viewers of the channel are determined. */
const locksOf = ({ organizationId }: Actor, channelId: ChannelId) => [
  lock.organization(organizationId),
  lock.channel(channelId),
];

function assertMayChooseDefaults({ access }: Decision, after: Channel): void {
  if (!access.isAdministrator) throw new DefaultChannelsAreForAdministrators();
  if (after.isDefault && after.isArchived) throw new ChannelIsArchived();
}
