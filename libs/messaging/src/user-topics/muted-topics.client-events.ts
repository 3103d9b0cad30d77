import { Channels } from '@app/channels';
import { Organizations, Users } from '@app/identity';
import type { OrganizationId, UserId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Asked, ClientEvent, EventKind, EventLog, QueueViewer, Registry, Told, ViewerLookup } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { VISIBILITY } from './user-topic';
import { UserTopicRepository } from './user-topic.repository';
import { authorOf } from '../authors/author';
import { MutedTopic, mutedTopics, topicNamer } from './user-topic.client-events';

interface Payload {
  readonly emptyTopicName: string;
}

/** As nodes of the version before write it: with the list. */
type FormerPayload = Payload & { readonly topics: readonly MutedTopic[] };

/**
 * Muted topics in the older form, a whole list each time. It is read where the event is delivered, for those clients alone that
 * take it; the list of that moment is followed by every later one.
 */
@Injectable()
export class MutedTopicsClientEvents implements EventKind<Payload, readonly MutedTopic[]>, OnModuleInit {
  readonly kind = 'muted_topics_changed';
  readonly type = 'muted_topics';
  readonly lookup: ViewerLookup<Payload, readonly MutedTopic[]> = {
    isNeeded: () => true,
    read: (asked) => this.lists(asked),
  };

  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
    private readonly rows: UserTopicRepository,
    private readonly channels: Channels,
    private readonly users: Users,
    private readonly organizations: Organizations,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(this, former);
  }

  tell(organizationId: OrganizationId, userIds: readonly UserId[], payload: Payload): void {
    if (userIds.length === 0) return;
    this.log.tell({ kind: this.kind, organizationId, audience: { to: 'users', ids: userIds }, payload });
  }

  /** What the actor has muted, in the channels that the actor may know of. */
  async of(actor: Actor): Promise<MutedTopic[]> {
    const topics = (await this.rows.list(actor.userId)).filter(({ visibility }) => visibility === VISIBILITY.muted);
    const channelIds = [...new Set(topics.map(({ channelId }) => channelId))];
    return mutedTopics(topics, await this.channels.visibleNames(actor, channelIds));
  }

  variant(_: Payload, viewer: QueueViewer): string {
    return `${viewer.userId}:${variantOf(viewer)}`;
  }

  shape({ emptyTopicName }: Payload, viewer: QueueViewer, { known = [] }: Told<readonly MutedTopic[]>) {
    return eventOf(known, emptyTopicName, viewer);
  }

  private async lists(asked: readonly Asked<Payload>[]): Promise<MutedTopic[][]> {
    const lists = new Map<UserId, MutedTopic[]>();
    for (const organizationId of new Set(asked.map((one) => one.organizationId))) {
      const own = asked.filter((one) => one.organizationId === organizationId);
      const organization = await this.organizations.get(organizationId);
      const users = await this.users.byIds(organizationId, [...new Set(own.map(({ userId }) => userId))]);
      for (const user of users.values()) lists.set(user.id, await this.of(authorOf(user, organization)));
    }
    return asked.map(({ userId }) => lists.get(userId) ?? []);
  }
}

const former: EventKind<FormerPayload> = {
  kind: 'muted_topics',
  type: 'muted_topics',
  variant: (_, viewer) => variantOf(viewer),
  shape: ({ topics, emptyTopicName }, viewer) => eventOf(topics, emptyTopicName, viewer),
};

/** Not for those that asked for the newer event by its name. */
const readsUserTopics = ({ options }: QueueViewer): boolean => options.eventTypes?.includes('user_topic') ?? false;

const variantOf = (viewer: QueueViewer): string =>
  `${viewer.options.capabilities.empty_topic_name}:${readsUserTopics(viewer)}`;

function eventOf(topics: readonly MutedTopic[], emptyTopicName: string, viewer: QueueViewer): ClientEvent | null {
  if (readsUserTopics(viewer)) return null;
  const shown = topicNamer(viewer, emptyTopicName);
  return { type: 'muted_topics', muted_topics: topics.map(([channel, topic, at]) => [channel, shown(topic), at]) };
}
