import { Channels } from '@app/channels';
import { actorOf, Organizations, Users } from '@app/identity';
import type { OrganizationId, UserId } from '@app/kernel';
import { Transactions } from '@app/platform';
import type { Actor } from '@app/platform';
import {
  LookupRequest,
  ClientEvent,
  EventKind,
  EventLog,
  QueueViewer,
  Registry,
  ShapeContext,
  ViewerLookup,
} from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { VISIBILITY } from './user-topic';
import { UserTopicRepository } from './user-topic.repository';
import { KnownMutedTopic, MutedTopic, mutedTopicsFor } from './muted-topic-list.client-events';
import { topicNamer } from './user-topic.client-events';

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
export class MutedTopicsClientEvents implements EventKind<Payload, readonly KnownMutedTopic[]>, OnModuleInit {
  readonly kind = 'muted_topics_changed';
  readonly type = 'muted_topics';
  readonly lookup: ViewerLookup<Payload, readonly KnownMutedTopic[]> = {
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
    private readonly transactions: Transactions,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(this, former);
  }

  tell(organizationId: OrganizationId, userIds: readonly UserId[], payload: Payload): void {
    if (userIds.length === 0) return;
    this.log.tell({ kind: this.kind, organizationId, audience: { to: 'users', ids: userIds }, payload });
  }

  /** What the actor has muted, in the channels that the actor may know of. */
  async of(actor: Actor): Promise<KnownMutedTopic[]> {
    const topics = (await this.rows.list(actor.userId)).filter(({ visibility }) => visibility === VISIBILITY.muted);
    const channelIds = [...new Set(topics.map(({ channelId }) => channelId))];
    const channels = new Map((await this.channels.visibleAmong(actor, channelIds)).map((one) => [one.id, one]));
    return topics.flatMap((topic) => {
      const channel = channels.get(topic.channelId);
      return channel ? [{ ...topic, channel }] : [];
    });
  }

  variant(_: Payload, viewer: QueueViewer): string {
    return `${viewer.userId}:${variantOf(viewer)}`;
  }

  shape({ emptyTopicName }: Payload, viewer: QueueViewer, { known = [] }: ShapeContext<readonly KnownMutedTopic[]>) {
    return eventOf(mutedTopicsFor(viewer, known, emptyTopicName), viewer);
  }

  /**
   * Read at one moment. Otherwise a user who loses a channel during the read would keep it under the channel's later
   * name.
   */
  private lists(asked: readonly LookupRequest<Payload>[]): Promise<KnownMutedTopic[][]> {
    return this.transactions.run([], () => this.listsNow(asked), { repeatableRead: true });
  }

  private async listsNow(asked: readonly LookupRequest<Payload>[]): Promise<KnownMutedTopic[][]> {
    const lists = new Map<UserId, KnownMutedTopic[]>();
    for (const organizationId of new Set(asked.map((one) => one.organizationId))) {
      const own = asked.filter((one) => one.organizationId === organizationId);
      const organization = await this.organizations.current(organizationId);
      const users = await this.users.byIds(organizationId, [...new Set(own.map(({ userId }) => userId))]);
      for (const user of users.values()) lists.set(user.id, await this.of(actorOf(user, organization)));
    }
    return asked.map(({ userId }) => lists.get(userId) ?? []);
  }
}

const former: EventKind<FormerPayload> = {
  kind: 'muted_topics',
  type: 'muted_topics',
  variant: (_, viewer) => variantOf(viewer),
  shape({ topics, emptyTopicName }, viewer) {
    const shown = topicNamer(viewer, emptyTopicName);
    return eventOf(
      topics.map(([channel, topic, at]) => [channel, shown(topic), at]),
      viewer,
    );
  },
};

/** Not for those that asked for the newer event by its name. */
const readsUserTopics = ({ options }: QueueViewer): boolean => options.eventTypes?.includes('user_topic') ?? false;

function variantOf(viewer: QueueViewer): string {
  const { empty_topic_name, archived_channels } = viewer.options.capabilities;
  return `${empty_topic_name}:${archived_channels}:${readsUserTopics(viewer)}`;
}

const eventOf = (topics: readonly MutedTopic[], viewer: QueueViewer): ClientEvent | null =>
  readsUserTopics(viewer) ? null : { type: 'muted_topics', muted_topics: topics };
