import type { UserId } from '@app/kernel';

/** The place of the messages of one mail. */
export type MissedPlace =
  | { readonly kind: 'channel'; readonly channel: string; readonly topic: string }
  | { readonly kind: 'direct'; readonly others: readonly { readonly id: UserId; readonly name: string }[] };

const MAX_NAMED = 3;

/** The conversation as text for the subject. */
export function placeInWords(place: MissedPlace): string {
  if (place.kind === 'channel') return `#${place.channel} > ${place.topic}`;
  const names = place.others.map(({ name }) => name);
  if (names.length === 0) return 'Messages to yourself';
  if (names.length === 1) return `Direct messages with ${names[0]}`;
  const more = names.length - MAX_NAMED;
  const shown = names.slice(0, MAX_NAMED).join(', ');
  return `Group direct messages with ${shown}${more > 0 ? ` and ${more} ${more === 1 ? 'other' : 'others'}` : ''}`;
}

/** The content of spoilers is left out of mails. */
export const withoutSpoilers = (content: string): string =>
  content.replace(
    /^([`~]{3,}) *spoiler\b([^\n]*)\n[\s\S]*?(?:\n\1[`~]*[^\S\n]*$|$(?![\s\S]))/gm,
    (_, _fence, header: string) => `${header.trim() || 'Spoiler'} (open it in the conversation)`,
  );

/** A part of an address, with the special encoding of clients. */
export const hashPart = (text: string): string =>
  encodeURIComponent(text).replace(
    /[.!'()*~-]|%/g,
    (character) => `.${character === '%' ? '' : character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The time of sending, in the reader's time zone if that is known. */
export function timeInWords(seconds: number, timeZone: string): string {
  const options = { dateStyle: 'medium', timeStyle: 'short' } as const;
  const date = new Date(seconds * 1000);
  try {
    return (
      new Intl.DateTimeFormat('en', { ...options, timeZone: timeZone || 'UTC' }).format(date) + (timeZone ? '' : ' UTC')
    );
  } catch {
    return `${new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' }).format(date)} UTC`;
  }
}
