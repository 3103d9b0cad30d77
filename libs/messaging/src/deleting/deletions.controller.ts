import { channelIdIn } from '@app/channels';
import { Actor, CurrentActor, Operation, Parameters } from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import { Deletions } from './deletions.service';
import { TopicDeletions } from './topic-deletions.service';
import { messageIdIn } from '../records/message-id.parameter';
import { DeleteTopicRequest, DeleteTopicResponse } from './deletions.dto';

@Controller('api/v1')
export class DeletionsController {
  constructor(
    private readonly deletions: Deletions,
    private readonly topicDeletions: TopicDeletions,
  ) {}

  @Operation('DELETE', 'messages/:id', {
    summary: 'Delete a message for everybody',
    section: 'docs/protocol/edits.md',
    tag: 'messages',
  })
  async delete(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<Record<string, never>> {
    await this.deletions.deleteOne(actor, messageIdIn(id));
    return {};
  }

  @Operation('POST', 'streams/:stream_id/delete_topic', {
    summary: 'Delete all messages of a topic',
    section: 'docs/protocol/topics.md',
    tag: 'topics',
    request: DeleteTopicRequest,
    response: DeleteTopicResponse,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async deleteTopic(
    @CurrentActor() actor: Actor,
    @Param('stream_id') id: string,
    @Parameters() { topic_name }: DeleteTopicRequest,
  ): Promise<DeleteTopicResponse> {
    return { complete: await this.topicDeletions.delete(actor, channelIdIn(id), topic_name) };
  }
}
