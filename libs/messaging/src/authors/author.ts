import { Organization, AUTOMATIC_TOPIC_POLICY, User } from '@app/identity';
import type { Actor } from '@app/platform';

/** Name of the client that the server itself is. */
const CLIENT = 'Internal';

/** The settings of an author for writing, and for topics in which the author writes. */
export type Habits = Pick<Actor, 'translatesEmoticons' | 'followsTopics' | 'unmutesTopics'>;

/** Of those who only are asked what they see, or who write as the server itself. */
const NONE: Habits = {
  translatesEmoticons: false,
  followsTopics: AUTOMATIC_TOPIC_POLICY.never,
  unmutesTopics: AUTOMATIC_TOPIC_POLICY.never,
};

/** A user in whose name the server acts without a request, with the current role. */
export const authorOf = (user: User, organization: Organization, habits: Habits = NONE): Actor => ({
  ...user,
  ...habits,
  userId: user.id,
  keyId: null,
  sessionId: null,
  permissionVersion: organization.version,
  linkifierVersion: organization.linkifierVersion,
  emojiVersion: organization.emojiVersion,
  // Not known without a request: asked for with each text.
  hasAlertWords: true,
  isMuted: true,
  client: CLIENT,
});
