import { isModerator, Organization, Reason, User } from '@app/identity';
import type { ChannelQuestion } from './action';

/** How long after sending a message something stays allowed; empty: for messages of any age. */
export function timeLimit(
  action: ChannelQuestion,
  { role }: Pick<User, 'role'>,
  { settings }: Pick<Organization, 'settings'>,
): Reason[] {
  if (action === 'edit-own')
    return inWords('message_content_edit_limit_seconds', settings.messageContentEditLimitSeconds);
  if (action === 'delete-own')
    return inWords('message_content_delete_limit_seconds', settings.messageContentDeleteLimitSeconds);
  if (isModerator(role)) return [];
  if (action === 'move-topics')
    return inWords('move_messages_within_stream_limit_seconds', settings.moveMessagesWithinChannelLimitSeconds);
  if (action === 'move-out')
    return inWords('move_messages_between_streams_limit_seconds', settings.moveMessagesBetweenChannelsLimitSeconds);
  return [];
}

const inWords = (setting: string, seconds: number | null): Reason[] => {
  if (seconds === null) return [];
  const text = `for ${seconds} seconds after sending: ${setting} of the organization`;
  return [{ text, code: 'time_limit', setting, of: 'organization', seconds }];
};
