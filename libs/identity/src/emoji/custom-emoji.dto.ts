import { ApiProperty } from '@nestjs/swagger';
import type { UserId } from '@app/kernel';
import type { EmojiObject } from './custom-emoji.client-events';

/** The emoji object of docs/protocol/events.md. */
export class EmojiDto implements EmojiObject {
  @ApiProperty() id: string;
  @ApiProperty() name: string;
  @ApiProperty({ description: "Relative to the server's address" }) source_url: string;
  @ApiProperty({ type: String, nullable: true, description: 'The first picture of one that moves; else null' })
  still_url: string | null;
  @ApiProperty({ description: 'Not to be used any more; it stays where it was used' }) deactivated: boolean;
  @ApiProperty({ type: 'integer' }) author_id: UserId;
}

export class ListEmojiResponse {
  @ApiProperty({
    type: 'object',
    description: 'By id, deactivated ones too',
    additionalProperties: { $ref: '#/components/schemas/EmojiDto' },
  })
  emoji: Record<string, EmojiDto>;
}
