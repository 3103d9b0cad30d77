import type { OrganizationId, UserId } from '@app/kernel';
import { EventKind, EventLog, QueueViewer, Registry } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import type { UserTopic, Visibility } from './user-topic';

/** A topic policy as clients receive it. */
export interface UserTopicObject {
  stream_id: number;
  topic_name: string;
  last_updated: number;
  visibility_policy: Visibility;
}

interface Changed {
  readonly userTopic: UserTopic;
  readonly emptyTopicName: string;
}

export const userTopicObject = (
  { channelId, topic, visibility, updatedAt }: UserTopic,
  shown: (topic: string) => string,
): UserTopicObject => ({
  stream_id: channelId,
  topic_name: shown(topic),
  last_updated: updatedAt,
  visibility_policy: visibility,
});

/** The name of a topic for a client. */
export const topicNamer =
  ({ options }: Pick<QueueViewer, 'options'>, emptyTopicName: string) =>
  (topic: string): string =>
    topic === '' && !options.capabilities.empty_topic_name ? emptyTopicName : topic;

const knowsEmptyTopic = ({ options }: QueueViewer): string => String(options.capabilities.empty_topic_name);

const changed: EventKind<Changed> = {
  kind: 'user_topic_changed',
  type: 'user_topic',
  variant: (_, viewer) => knowsEmptyTopic(viewer),
  shape: ({ userTopic, emptyTopicName }, viewer) => ({
    type: 'user_topic',
    ...userTopicObject(userTopic, topicNamer(viewer, emptyTopicName)),
  }),
};

/** Client events of topic policies (docs/protocol/events.md). */
@Injectable()
export class UserTopicClientEvents implements OnModuleInit {
  constructor(
    private readonly log: EventLog,
    private readonly registry: Registry,
  ) {}

  onModuleInit(): void {
    this.registry.addKinds(changed);
  }

  tellChanged(organizationId: OrganizationId, userId: UserId, payload: Changed): void {
    this.log.tell({ kind: changed.kind, organizationId, audience: { to: 'users', ids: [userId] }, payload });
  }
}
