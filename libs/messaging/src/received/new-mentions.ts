import type { UserId } from '@app/kernel';
import { BIT, Mark } from './flag';

/** The users whom a text addresses since its last edit and not before; ids ascend. */
export interface NewMentions {
  /** By name, or as members of a group. */
  readonly namedIds: readonly UserId[];
  /** As participants of the topic. */
  readonly topicIds: readonly UserId[];
  /** All subscribers of its channel. */
  readonly ofChannel: boolean;
}

/** The mentions of a text. */
export interface Mentions {
  readonly marks: readonly Mark[];
  readonly mentionsChannel: boolean;
}

export const NO_NEW_MENTIONS: NewMentions = { namedIds: [], topicIds: [], ofChannel: false };

const SPOKEN_TO = BIT.mentioned | BIT.topicWildcard;

/** Only new mentions count, without users who were mentioned before and without the author. */
export function newMentions(before: Mentions, after: Mentions, editorId: UserId): NewMentions {
  if (before.mentionsChannel) return NO_NEW_MENTIONS;
  const known = new Set(before.marks.flatMap(({ userId, bits }) => (bits & SPOKEN_TO ? [userId] : [])));
  const fresh = after.marks.filter(({ userId, bits }) => bits & SPOKEN_TO && userId !== editorId && !known.has(userId));
  const idsOf = (marks: readonly Mark[]) => marks.map(({ userId }) => userId).sort((one, other) => one - other);
  return {
    namedIds: idsOf(fresh.filter(({ bits }) => bits & BIT.mentioned)),
    topicIds: idsOf(fresh.filter(({ bits }) => !(bits & BIT.mentioned))),
    ofChannel: after.mentionsChannel,
  };
}

/** Whether the new text no longer addresses a user whom the old text addressed. */
export function dropsRecipient(before: Mentions, after: Mentions): boolean {
  if (after.mentionsChannel) return false;
  const spokenTo = new Set(after.marks.flatMap(({ userId, bits }) => (bits & SPOKEN_TO ? [userId] : [])));
  return before.mentionsChannel || before.marks.some(({ userId, bits }) => bits & SPOKEN_TO && !spokenTo.has(userId));
}

export const hasNoRecipients = ({ namedIds, topicIds, ofChannel }: NewMentions): boolean =>
  namedIds.length === 0 && topicIds.length === 0 && !ofChannel;
