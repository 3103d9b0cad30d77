import { Actor, CurrentActor, Operation, SmallFile, TakesFile, WholeFile } from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import { ApiExtraModels } from '@nestjs/swagger';
import { emojiMap } from './custom-emoji.client-events';
import { CustomEmoji } from './custom-emoji.service';
import { EmojiDto, ListEmojiResponse } from './custom-emoji.dto';

const SECTION = 'docs/protocol/conventions.md';

@Controller('api/v1')
@ApiExtraModels(EmojiDto)
export class CustomEmojiController {
  constructor(private readonly emoji: CustomEmoji) {}

  @Operation('GET', 'realm/emoji', {
    summary: "List the organization's own emoji",
    section: SECTION,
    tag: 'organization',
    response: ListEmojiResponse,
  })
  async list(@CurrentActor() { organizationId }: Actor): Promise<ListEmojiResponse> {
    return { emoji: emojiMap(await this.emoji.list(organizationId)) };
  }

  @Operation('POST', 'realm/emoji/:emoji_name', {
    summary: "Add an emoji of the organization's own",
    section: SECTION,
    tag: 'organization',
    errors: ['BAD_IMAGE'],
  })
  @TakesFile({ limitMib: 5, complaint: 'You must upload exactly one file.' })
  async add(
    @CurrentActor() actor: Actor,
    @Param('emoji_name') name: string,
    @WholeFile() { content }: SmallFile,
  ): Promise<object> {
    await this.emoji.add(actor, name, content);
    return {};
  }

  @Operation('DELETE', 'realm/emoji/:emoji_name', {
    summary: "Take an emoji of the organization's own out of use",
    section: SECTION,
    tag: 'organization',
  })
  async deactivate(@CurrentActor() actor: Actor, @Param('emoji_name') name: string): Promise<object> {
    await this.emoji.deactivate(actor, name);
    return {};
  }
}
