import type { ChannelId } from '@app/kernel';
import { Actor, CurrentActor, Heavy, Operation, Parameters } from '@app/platform';
import { Controller } from '@nestjs/common';
import { RetentionPreviewRequest, RetentionPreviewResponse } from './retention.dto';
import { RetentionPreviews } from './retention-previews.service';

@Controller('api/v1')
export class RetentionController {
  constructor(private readonly previews: RetentionPreviews) {}

  @Heavy()
  @Operation('GET', 'realm/retention_preview', {
    summary: 'Count the messages that a retention of the organization or of a channel would delete, for administrators',
    section: "Parley's own docs/administrators.md",
    tag: 'organization',
    request: RetentionPreviewRequest,
    response: RetentionPreviewResponse,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async preview(
    @CurrentActor() actor: Actor,
    @Parameters() { message_retention_days: days, channel_id: channelId }: RetentionPreviewRequest,
  ): Promise<RetentionPreviewResponse> {
    const { count, isExact } =
      channelId === null
        ? await this.previews.count(actor, days)
        : await this.previews.countIn(actor, channelId as ChannelId, days);
    return { message_count: count, is_exact: isExact };
  }
}
