import { channelIdIn } from '@app/channels';
import { EMPTY_TOPIC_NAME } from '@app/identity';
import {
  Actor,
  ActorOrSpectator,
  Heavy,
  OpenToSpectators,
  Operation,
  Parameters,
  ReplicaReads,
  RequestHost,
} from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import { Topics } from './topics.service';
import { ListTopicsRequest, ListTopicsResponse } from './topics.dto';

@Controller('api/v1')
export class TopicsController {
  constructor(
    private readonly topics: Topics,
    private readonly reads: ReplicaReads,
  ) {}

  @OpenToSpectators()
  @Heavy()
  @Operation('GET', 'users/me/:stream_id/topics', {
    summary: 'List the topics of a channel',
    section: 'docs/protocol/topics.md',
    tag: 'topics',
    request: ListTopicsRequest,
    response: ListTopicsResponse,
  })
  async list(
    @ActorOrSpectator() actor: Actor | null,
    @RequestHost() host: string,
    @Param('stream_id') id: string,
    @Parameters() request: ListTopicsRequest,
  ): Promise<ListTopicsResponse> {
    const channelId = channelIdIn(id);
    const topics = await (actor
      ? this.reads.run(actor, () => this.topics.list(actor, channelId))
      : this.topics.listForSpectator(host, channelId));
    const shown = (name: string) => (name === '' && !request.allow_empty_topic_name ? EMPTY_TOPIC_NAME : name);
    return { topics: topics.map(({ name, newestId }) => ({ name: shown(name), max_id: newestId })) };
  }
}
