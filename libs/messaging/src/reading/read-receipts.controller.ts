import { Actor, CurrentActor, Heavy, Operation, ReplicaReads } from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import { messageIdIn } from '../records/message-id.parameter';
import { ReadReceiptsResponse } from './read-receipts.dto';
import { ReadReceipts } from './read-receipts.service';

@Controller('api/v1')
export class ReadReceiptsController {
  constructor(
    private readonly receipts: ReadReceipts,
    private readonly reads: ReplicaReads,
  ) {}

  @Heavy()
  @Operation('GET', 'messages/:id/read_receipts', {
    summary: 'Who has read a message',
    section: 'docs/protocol/reactions.md',
    tag: 'messages',
    response: ReadReceiptsResponse,
  })
  async get(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<ReadReceiptsResponse> {
    return { user_ids: await this.reads.run(actor, () => this.receipts.of(actor, messageIdIn(id))) };
  }
}
