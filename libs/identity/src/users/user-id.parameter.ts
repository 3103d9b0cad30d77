import { pathId } from '@app/platform';
import { UserIsUnknown } from '../errors';

/**
 * The user that a path names.
 * @throws UserIsUnknown, as for a user that does not exist
 */
export const userIdIn = (path: string): number => pathId(path, () => new UserIsUnknown());
