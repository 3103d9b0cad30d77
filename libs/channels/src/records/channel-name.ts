import { strayFormatIn } from '@app/kernel';
import { ChannelNameIsInvalid } from '../errors';

/** Code points (`max_stream_name_length`). */
const MAX_CHANNEL_NAME_LENGTH = 60;
/** Code points (`max_stream_description_length`). */
export const MAX_CHANNEL_DESCRIPTION_LENGTH = 1024;

const UNFIT = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;

/**
 * The name as it is stored: without white space around it.
 * @throws ChannelNameIsInvalid when it is blank, too long, or holds something that no font shows
 */
export function checkedChannelName(given: string): string {
  const name = given.trim();
  if (name === '') throw new ChannelNameIsInvalid("A channel's name cannot be blank");
  const characters = [...name];
  if (characters.length > MAX_CHANNEL_NAME_LENGTH) {
    throw new ChannelNameIsInvalid(`A channel's name is too long (limit: ${MAX_CHANNEL_NAME_LENGTH} characters)`);
  }
  const unfit = firstOf(
    characters.findIndex((character) => UNFIT.test(character)),
    strayFormatIn(name),
  );
  if (unfit >= 0) throw new ChannelNameIsInvalid(`Invalid character in a channel's name, at position ${unfit + 1}`);
  return name;
}

const firstOf = (one: number, other: number): number =>
  one < 0 || other < 0 ? Math.max(one, other) : Math.min(one, other);

/** Whether a text can be a channel name at all. PostgreSQL cannot store the others. */
export const isPossibleName = (name: string): boolean => !name.includes('\0') && name.isWellFormed();

/** Descriptions are one line: line breaks become spaces. */
export const oneLine = (description: string): string => description.replace(/\r\n|[\r\n]/g, ' ');
