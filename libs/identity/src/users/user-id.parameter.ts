import { UserIsUnknown } from '../errors';

/**
 * The user id in a path.
 * @throws UserIsUnknown for what is no id
 */
export function userIdIn(text: string): number {
  const id = /^\d+$/.test(text) ? Number(text) : NaN;
  if (!Number.isSafeInteger(id)) throw new UserIsUnknown();
  return id;
}
