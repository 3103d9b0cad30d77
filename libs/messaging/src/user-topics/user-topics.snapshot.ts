import { Organizations } from '@app/identity';
import { Registry, SnapshotPart, SnapshotViewer, SpectatorViewer } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { mutedTopicsFor } from './muted-topic-list.client-events';
import { MutedTopicsClientEvents } from './muted-topics.client-events';
import { topicNamer, userTopicObject } from './user-topic.client-events';
import { UserTopics } from './user-topics.service';

/** `user_topics` of POST /register, and `muted_topics` for clients that do not ask for the newer form by its name. */
@Injectable()
export class UserTopicsSnapshot implements SnapshotPart, OnModuleInit {
  readonly types = ['user_topic', 'muted_topics'];

  constructor(
    private readonly userTopics: UserTopics,
    private readonly muted: MutedTopicsClientEvents,
    private readonly organizations: Organizations,
    private readonly registry: Registry,
  ) {}

  onModuleInit(): void {
    this.registry.addPart(this);
  }

  async read(viewer: SnapshotViewer, wanted: ReadonlySet<string> | null): Promise<Record<string, unknown>> {
    const { actor } = viewer;
    const { emptyTopicName } = await this.organizations.cached(actor);
    const shown = topicNamer(viewer, emptyTopicName);
    const topics = async () => (await this.userTopics.of(actor)).map((one) => userTopicObject(one, shown));
    const muted = async () => mutedTopicsFor(viewer, await this.muted.of(actor), emptyTopicName);
    return {
      ...(wantsTopics(wanted) ? { user_topics: await topics() } : {}),
      ...(wantsMuted(wanted) ? { muted_topics: await muted() } : {}),
    };
  }

  readForSpectator(_: SpectatorViewer, wanted: ReadonlySet<string> | null): Record<string, unknown> {
    return {
      ...(wantsTopics(wanted) ? { user_topics: [] } : {}),
      ...(wantsMuted(wanted) ? { muted_topics: [] } : {}),
    };
  }
}

const wantsTopics = (wanted: ReadonlySet<string> | null): boolean => !wanted || wanted.has('user_topic');
const wantsMuted = (wanted: ReadonlySet<string> | null): boolean =>
  !wanted || (wanted.has('muted_topics') && !wanted.has('user_topic'));
