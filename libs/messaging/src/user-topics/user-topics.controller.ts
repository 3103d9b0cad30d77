import { ChannelId, DomainError } from '@app/kernel';
import { Actor, CurrentActor, Operation, Parameters } from '@app/platform';
import { Controller } from '@nestjs/common';
import { UserTopics } from './user-topics.service';
import { VISIBILITY } from './user-topic';
import { MuteTopicRequest, SetUserTopicRequest } from './user-topic.dto';

class ChannelIsMissing extends DomainError {
  constructor() {
    super("Missing 'stream_id' argument");
  }
}

class ChannelIsGivenTwice extends DomainError {
  constructor() {
    super('Unsupported parameter combination: stream_id, stream', 'BAD_REQUEST', { parameters: 'stream_id, stream' });
  }
}

@Controller('api/v1')
export class UserTopicsController {
  constructor(private readonly userTopics: UserTopics) {}

  @Operation('POST', 'user_topics', {
    summary: 'Mute, unmute or follow a topic',
    section: 'docs/protocol/topics.md',
    tag: 'topics',
    request: SetUserTopicRequest,
  })
  async set(@CurrentActor() actor: Actor, @Parameters() request: SetUserTopicRequest): Promise<object> {
    const { topic, visibility_policy: visibility } = request;
    const channelId = request.stream_id as ChannelId;
    if (visibility === VISIBILITY.inherit) await this.userTopics.takeBack(actor, channelId, topic);
    else await this.userTopics.say(actor, channelId, topic, visibility);
    return {};
  }

  @Operation('PATCH', 'users/me/subscriptions/muted_topics', {
    summary: 'Mute a topic, or take that back (deprecated)',
    section: 'docs/protocol/topics.md',
    tag: 'topics',
    request: MuteTopicRequest,
  })
  async mute(@CurrentActor() actor: Actor, @Parameters() request: MuteTopicRequest): Promise<object> {
    const { topic, op } = request;
    const channelId = await this.channelIn(actor, request);
    if (op === 'add') await this.userTopics.say(actor, channelId, topic, VISIBILITY.muted);
    else await this.userTopics.takeBack(actor, channelId, topic, VISIBILITY.muted);
    return {};
  }

  private async channelIn(actor: Actor, { stream_id: id, stream: name, op }: MuteTopicRequest): Promise<ChannelId> {
    if (id !== undefined && name !== undefined) throw new ChannelIsGivenTwice();
    if (id !== undefined) return id as ChannelId;
    if (name === undefined) throw new ChannelIsMissing();
    return op === 'add'
      ? this.userTopics.readableChannelNamed(actor, name)
      : this.userTopics.knownChannelNamed(actor, name);
  }
}
