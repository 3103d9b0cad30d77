import type { UserId } from '@app/kernel';
import type { QueueViewer } from '@app/realtime';

/** Users by their flags, as nodes of the previous version write them into entries. */
export type FlagGroups = readonly { readonly words: readonly string[]; readonly userIds: readonly UserId[] }[];

export const flagsOf = ({ flags }: { readonly flags: FlagGroups }, { userId }: QueueViewer): readonly string[] =>
  flags.find(({ userIds }) => userIds.includes(userId))?.words ?? [];
