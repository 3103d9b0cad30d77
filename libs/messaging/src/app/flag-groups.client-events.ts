import type { UserId } from '@app/kernel';
import type { QueueViewer } from '@app/realtime';
import type { Standing } from '../domain/flag';
import { flagWords } from './message-object.client-events';

/** A user who is told of a message, and how he stands to it. */
export type FlaggedReader = Standing & { readonly userId: UserId };

/** Users by the flags that they have: most have the same few. */
export type FlagGroups = readonly { readonly words: readonly string[]; readonly userIds: readonly UserId[] }[];

export function groupByFlags(readers: readonly FlaggedReader[]): FlagGroups {
  const groups = new Map<string, { words: string[]; userIds: UserId[] }>();
  for (const reader of readers) {
    const words = flagWords(reader);
    const group = groups.get(words.join()) ?? { words, userIds: [] };
    groups.set(words.join(), group);
    group.userIds.push(reader.userId);
  }
  return [...groups.values()];
}

export const flagsOf = ({ flags }: { readonly flags: FlagGroups }, { userId }: QueueViewer): readonly string[] =>
  flags.find(({ userIds }) => userIds.includes(userId))?.words ?? [];
