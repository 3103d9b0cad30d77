import { Organization, TOPIC_HABIT, User } from '@app/identity';
import type { Actor } from '@app/platform';

/** Name of the client that the server itself is. */
const CLIENT = 'Internal';

/** Somebody in whose name the server does something, without a request: as he is now. */
export const authorOf = (user: User, organization: Organization, translatesEmoticons: boolean): Actor => ({
  ...user,
  userId: user.id,
  keyId: null,
  sessionId: null,
  permissionVersion: organization.version,
  renderingVersion: organization.renderingVersion,
  translatesEmoticons,
  followsTopics: TOPIC_HABIT.never,
  unmutesTopics: TOPIC_HABIT.never,
  client: CLIENT,
});
