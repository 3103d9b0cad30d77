import { strayFormatIn, type UserId } from '@app/kernel';
import { ChannelFolderNameIsInvalid } from '../errors';

/** A group of channels in the clients' channel list (docs/protocol/channels.md). */
export interface ChannelFolder {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly renderedDescription: string;
  /** The position among all folders of the organization, from 0. */
  readonly position: number;
  readonly creatorId: UserId | null;
  readonly isArchived: boolean;
  /** UNIX seconds. */
  readonly createdAt: number;
}

/** Code points. */
export const MAX_FOLDER_NAME_LENGTH = 60;
/** Code points. */
export const MAX_FOLDER_DESCRIPTION_LENGTH = 1024;

const UNFIT = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;

/**
 * The name as it is stored: without white space around it.
 * @throws ChannelFolderNameIsInvalid when it is blank, or holds something that no font shows
 */
export function checkedFolderName(given: string): string {
  const name = given.trim();
  if (name === '') throw new ChannelFolderNameIsInvalid("A folder's name cannot be blank");
  const unfit = Math.max(
    [...name].findIndex((character) => UNFIT.test(character)),
    strayFormatIn(name),
  );
  if (unfit >= 0)
    throw new ChannelFolderNameIsInvalid(`Invalid character in a folder's name, at position ${unfit + 1}`);
  return name;
}
