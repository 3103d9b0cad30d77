import { Text } from '@app/platform';

export class AddReactionRequest {
  @Text({ doc: 'Name of the emoji.' })
  emoji_name: string;

  @Text({
    doc: 'Hex code points, id of a custom emoji, or `zulip`: what the name means exactly; absent: found by the name.',
    required: false,
  })
  emoji_code?: string;

  @Text({
    doc: '`unicode_emoji`, `realm_emoji` or `zulip_extra_emoji`; absent: found by the name.',
    isWord: true,
    required: false,
  })
  reaction_type?: string;
}

export class RemoveReactionRequest {
  @Text({ doc: 'Name of the emoji; not needed with `emoji_code`.', required: false })
  emoji_name?: string;

  @Text({ doc: 'What the name means exactly; absent: found by the name.', required: false })
  emoji_code?: string;

  @Text({ doc: '`unicode_emoji`, `realm_emoji` or `zulip_extra_emoji`.', isWord: true, required: false })
  reaction_type = 'unicode_emoji';
}
