import type { OrganizationId, UserId } from '@app/kernel';
import { PICTURES } from '../pictures/avatar';
import { EmojiNameIsInvalid } from './custom-emoji.errors';

/** A picture that the organization uploaded, with its name. */
export interface CustomEmojiPicture {
  readonly id: number;
  readonly organizationId: OrganizationId;
  readonly name: string;
  readonly authorId: UserId;
  /** The key of the picture file. */
  readonly key: string;
  readonly isAnimated: boolean;
  /** Messages that contain it keep it. */
  readonly isDeactivated: boolean;
}

const FOLDER = 'emoji/images';

/** Relative to the server's address. */
export const emojiUrl = ({ organizationId, key, isAnimated }: CustomEmojiPicture): string =>
  `${PICTURES}/${organizationId}/${FOLDER}/${key}${isAnimated ? '.gif' : '.png'}`;

/** The first picture of an animated emoji; `null`: it is not animated. */
export const stillEmojiUrl = ({ organizationId, key, isAnimated }: CustomEmojiPicture): string | null =>
  isAnimated ? `${PICTURES}/${organizationId}/${FOLDER}/${key}-still.png` : null;

const MAX_NAME_LENGTH = 60;

/**
 * The name as it is stored: trimmed, with underscores in place of spaces.
 * @throws EmojiNameIsInvalid
 */
export function emojiName(given: string): string {
  const name = given.trim().replaceAll(' ', '_');
  if (name.length > MAX_NAME_LENGTH)
    throw new EmojiNameIsInvalid(`Emoji names have at most ${MAX_NAME_LENGTH} characters`);
  if (!/^[0-9a-z._-]+$/.test(name))
    throw new EmojiNameIsInvalid(
      'Emoji names must contain only lowercase English letters, digits, spaces, dashes, underscores, and periods.',
    );
  if (!/[0-9a-z]$/.test(name)) throw new EmojiNameIsInvalid('Emoji names must end with either a letter or digit.');
  return name;
}
