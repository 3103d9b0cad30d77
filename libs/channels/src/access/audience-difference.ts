import type { UserId } from '@app/kernel';
import type { Audience } from '@app/realtime';

/** An audience that is resolved when the event is written. */
export type KnownAudience = Exclude<Audience, { to: 'rule' }>;

/** The users who see an object before and after, only after, and only before. */
export interface AudienceDifference {
  readonly both: KnownAudience;
  readonly gained: readonly UserId[];
  readonly lost: readonly UserId[];
}

/** @param everybody returns the ids of all possible viewers; called only if one audience excludes some users */
export function audienceDifference(
  before: KnownAudience,
  after: KnownAudience,
  everybody: readonly UserId[],
): AudienceDifference {
  if (before.to === 'organization' && after.to === 'organization') {
    const except = [...new Set([...before.except, ...after.except])].sort(ascending);
    return {
      both: { to: 'organization', except },
      gained: without(before.except, after.except),
      lost: without(after.except, before.except),
    };
  }
  const [then, now] = [idsOf(before, everybody), idsOf(after, everybody)];
  const gained = without(now, then);
  const left = new Set(gained);
  return { both: { to: 'users', ids: now.filter((id) => !left.has(id)) }, gained, lost: without(then, now) };
}

/** The audience without some users. */
export function audienceWithout(audience: KnownAudience, userIds: readonly UserId[]): KnownAudience {
  if (audience.to === 'users') return { to: 'users', ids: without(audience.ids, userIds) };
  return { to: 'organization', except: [...new Set([...audience.except, ...userIds])].sort(ascending) };
}

function idsOf(audience: KnownAudience, everybody: readonly UserId[]): readonly UserId[] {
  return audience.to === 'users' ? audience.ids : without(everybody, audience.except);
}

function without(ids: readonly UserId[], others: readonly UserId[]): UserId[] {
  const left = new Set(others);
  return ids.filter((id) => !left.has(id));
}

const ascending = (one: number, other: number): number => one - other;
