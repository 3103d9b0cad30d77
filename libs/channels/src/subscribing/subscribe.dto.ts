import { Flag, Objects, Text } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';
import { MAX_CHANNEL_DESCRIPTION_LENGTH } from '../records/channel-name';
import { NewChannelSettingsRequest } from '../creation/new-channel.dto';
import { GivenPrincipals, PrincipalsParameter } from '../subscriptions/principals.parameter';

export class WantedChannelDto {
  @Text({ doc: 'Name of the channel, in any case.', unchecked: true })
  name: string;

  @Text({ doc: 'Markdown; for a new channel.', required: false, maxLength: MAX_CHANNEL_DESCRIPTION_LENGTH })
  description = '';

  @Text({ doc: 'Colour of a new subscription, such as #3b7dd8.', required: false })
  color?: string;
}

export class SubscribeRequest extends NewChannelSettingsRequest {
  @Objects(() => WantedChannelDto, { doc: 'The channels; those that do not exist are made.' })
  subscriptions: WantedChannelDto[];

  @PrincipalsParameter({ doc: 'The users to subscribe: user ids or e-mail addresses; absent: oneself.' })
  principals: GivenPrincipals = [];

  @Flag({ doc: 'Whether a channel without access fails the whole request.', required: false })
  authorization_errors_fatal = true;

  @Flag({ doc: 'Write to those who are subscribed by others.', required: false })
  send_new_subscription_messages = true;
}

const NamesByUser = (description: string) =>
  ApiProperty({ description, type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } });

export class SubscribeResponse {
  @NamesByUser('Names of channels by user id: what is new')
  subscribed: Record<string, readonly string[]>;

  @NamesByUser('Names of channels by user id: what was so already')
  already_subscribed: Record<string, readonly string[]>;

  @ApiProperty({ required: false, type: [String], description: 'Only if authorization errors are not fatal' })
  unauthorized?: readonly string[];

  @ApiProperty({ required: false, description: 'Only if messages were wanted' })
  new_subscription_messages_sent?: boolean;
}
