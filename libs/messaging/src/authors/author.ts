import { Organization, AUTOMATIC_TOPIC_POLICY, User } from '@app/identity';
import type { Actor } from '@app/platform';

/** Name of the client that the server itself is. */
const CLIENT = 'Internal';

/** How somebody writes, and what becomes of topics that he writes in. */
export type Habits = Pick<Actor, 'translatesEmoticons' | 'followsTopics' | 'unmutesTopics'>;

/** Of those who only are asked what they see, or who write as the server itself. */
const NONE: Habits = {
  translatesEmoticons: false,
  followsTopics: AUTOMATIC_TOPIC_POLICY.never,
  unmutesTopics: AUTOMATIC_TOPIC_POLICY.never,
};

/** Somebody in whose name the server does something, without a request: as he is now. */
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
