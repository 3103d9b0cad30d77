import { isModerator } from '@app/identity';
import type { Actor } from '@app/platform';
import { MustBeModerator } from './report.errors';

/**
 * Who deals with reports: moderators by their role, administrators and owners among them.
 * @throws MustBeModerator
 */
export function assertModerator({ role }: Pick<Actor, 'role'>): void {
  if (!isModerator(role)) throw new MustBeModerator();
}
