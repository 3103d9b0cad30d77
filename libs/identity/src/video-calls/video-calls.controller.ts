import { Actor, CurrentActor, Flag, Operation, Parameters, Text } from '@app/platform';
import { Controller } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { VideoCalls } from './video-calls.service';

class CreateCallRequest {
  @Text({ doc: 'Name of the meeting.', minLength: 1, maxLength: 200 })
  meeting_name: string;

  @Flag({ doc: 'Cameras are off.', required: false })
  voice_only = false;
}

class CreateCallResponse {
  @ApiProperty({ description: 'Path of a page of this server that leads a user into the meeting.' })
  url: string;
}

@Controller('api/v1')
export class VideoCallsController {
  constructor(private readonly calls: VideoCalls) {}

  @Operation('GET', 'calls/bigbluebutton/create', {
    summary: 'Make a link to a new BigBlueButton call',
    section: "the public API's create-big-blue-button-video-call",
    tag: 'organization',
    request: CreateCallRequest,
    response: CreateCallResponse,
  })
  create(
    @CurrentActor() actor: Actor,
    @Parameters() { meeting_name: name, voice_only: isVoiceOnly }: CreateCallRequest,
  ): CreateCallResponse {
    const token = this.calls.link(actor, name, isVoiceOnly);
    return { url: `/calls/bigbluebutton/join?bigbluebutton=${token}` };
  }
}
