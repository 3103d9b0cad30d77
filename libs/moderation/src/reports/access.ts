import { isModerator } from '@app/identity';
import type { Actor } from '@app/platform';
import { MustBeModerator } from './report.errors';

/**
 * Moderators handle reports. Administrators and owners are moderators too.
 * @throws MustBeModerator
 */
export function assertModerator({ role }: Pick<Actor, 'role'>): void {
  if (!isModerator(role)) throw new MustBeModerator();
}
