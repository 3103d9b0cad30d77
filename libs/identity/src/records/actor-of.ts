import type { Actor } from '@app/platform';
import { AUTOMATIC_TOPIC_POLICY } from './automatic-topic-policy';
import type { Organization } from './organization';
import type { User } from './user';

/** Name of the client that the server itself is. */
const CLIENT = 'Internal';

/** Personal settings for what a user writes, and for topics in which the user writes. */
export type WritingSettings = Pick<Actor, 'translatesEmoticons' | 'followsTopics' | 'unmutesTopics'>;

/** For users who only read, or who write as the server itself. */
const NONE: WritingSettings = {
  translatesEmoticons: false,
  followsTopics: AUTOMATIC_TOPIC_POLICY.never,
  unmutesTopics: AUTOMATIC_TOPIC_POLICY.never,
};

/** A user for whom the server acts without a request, with the current role. */
export const actorOf = (user: User, organization: Organization, settings: WritingSettings = NONE): Actor => ({
  ...user,
  ...settings,
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
