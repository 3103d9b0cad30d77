import { pathId } from '@app/platform';
import { MessageIsInvalid } from '../errors';

/** The message that a path names. @throws MessageIsInvalid, as for one that does not exist */
export const messageIdIn = (path: string): number => pathId(path, () => new MessageIsInvalid());
