import type { ChannelId } from '@app/kernel';
import { Actor, CurrentActor, Heavy, Operation, Parameters } from '@app/platform';
import { Controller } from '@nestjs/common';
import { Readings } from './readings.service';
import { ReadAllResponse, ReadChannelRequest, ReadTopicRequest } from '../flags/flags.dto';

/** Older ways to mark as read, which clients still use beside flags (docs/protocol/read-state.md). */
@Controller('api/v1')
export class ReadingsController {
  constructor(private readonly readings: Readings) {}

  @Heavy()
  @Operation('POST', 'mark_all_as_read', {
    summary: 'Mark everything as read (deprecated)',
    section: 'docs/protocol/read-state.md',
    tag: 'messages',
    response: ReadAllResponse,
  })
  async readAll(@CurrentActor() actor: Actor): Promise<ReadAllResponse> {
    await this.readings.readAll(actor);
    return { complete: true };
  }

  @Operation('POST', 'mark_stream_as_read', {
    summary: 'Mark a channel as read (deprecated)',
    section: 'docs/protocol/read-state.md',
    tag: 'messages',
    request: ReadChannelRequest,
  })
  async readChannel(@CurrentActor() actor: Actor, @Parameters() request: ReadChannelRequest): Promise<object> {
    await this.readings.readWholeChannel(actor, request.stream_id as ChannelId);
    return {};
  }

  @Operation('POST', 'mark_topic_as_read', {
    summary: 'Mark a topic as read (deprecated)',
    section: 'docs/protocol/read-state.md',
    tag: 'messages',
    request: ReadTopicRequest,
  })
  async readTopic(@CurrentActor() actor: Actor, @Parameters() request: ReadTopicRequest): Promise<object> {
    await this.readings.readTopic(actor, request.stream_id as ChannelId, request.topic_name);
    return {};
  }
}
