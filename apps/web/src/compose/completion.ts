/** What the user seems to be writing at the end of a text, and the letters of it so far. */
export type Sought =
  | { readonly kind: 'mention'; readonly from: number; readonly query: string; readonly isSilent: boolean }
  | { readonly kind: 'channel'; readonly from: number; readonly query: string }
  | { readonly kind: 'topic'; readonly from: number; readonly query: string; readonly channel: string }
  | { readonly kind: 'emoji'; readonly from: number; readonly query: string }
  | { readonly kind: 'language'; readonly from: number; readonly query: string; readonly fence: string }
  | { readonly kind: 'time'; readonly from: number; readonly query: string }
  | { readonly kind: 'command'; readonly from: number; readonly query: string };

/** Names may have blanks, so the search goes on over them, up to so many letters. */
const BEGINS = String.raw`(?:^|[\s(\["'])`;
const MENTION = new RegExp(String.raw`${BEGINS}(@(_?)(?:\*{0,2})([^@*\n]{0,40}))$`);
const TOPIC = /(#\*\*([^*>\n]+)>([^*\n]{0,60}))$/;
const CHANNEL = new RegExp(String.raw`${BEGINS}(#(?:\*\*)?([^\s#*>][^#*>\n]{0,59}|))$`);
const EMOJI = new RegExp(String.raw`${BEGINS}(:([a-z0-9_+-]{2,40}))$`, 'i');
const FENCE = /^ {0,3}(`{3,}|~{3,})([^\s`]*)$/;
const TIME = /(<t(?:i(?:me?)?)?|<time:([^>\n]*))$/;
const COMMAND = /^\/([a-z]*)$/;

/** @param before the text up to the caret */
export function soughtAt(before: string): Sought | null {
  const end = before.length;
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const at = (match: RegExpExecArray, group = 1): number => end - match[group]!.length;
  const command = COMMAND.exec(before);
  if (command) return { kind: 'command', from: 0, query: command[1]! };
  const fence = FENCE.exec(line);
  if (fence) return { kind: 'language', from: end - fence[2]!.length, query: fence[2]!, fence: fence[1]! };
  const topic = TOPIC.exec(line);
  if (topic) return { kind: 'topic', from: at(topic), query: topic[3]!, channel: topic[2]! };
  const [mention, channel, emoji] = [MENTION.exec(line), CHANNEL.exec(line), EMOJI.exec(line)];
  const named: readonly (Sought | null)[] = [
    mention && { kind: 'mention', from: at(mention), query: mention[3]!, isSilent: mention[2] === '_' },
    channel && { kind: 'channel', from: at(channel), query: channel[2]! },
    emoji && { kind: 'emoji', from: at(emoji), query: emoji[2]! },
  ];
  // Names have blanks, so what was begun earlier in the line would still match.
  const nearest = named.filter((one) => one !== null).sort((one, other) => other.from - one.from)[0];
  if (nearest) return nearest;
  const time = TIME.exec(line);
  return time ? { kind: 'time', from: at(time), query: time[2] ?? '' } : null;
}

/** How well a name answers a search, less is better: the whole, its beginning, the beginning of a word. `null`: not at all. */
export function rankOf(name: string, query: string): number | null {
  const [whole, part] = [plain(name), plain(query)];
  if (whole === part) return 0;
  if (whole.startsWith(part)) return 1;
  if (whole.split(/[\s_.-]+/).some((word) => word.startsWith(part))) return 2;
  return part.length > 1 && whole.includes(part) ? 3 : null;
}

/** The best of a list, those that stand first in it before the others. */
export function best<T>(all: readonly T[], query: string, nameOf: (one: T) => string, most: number): T[] {
  return all
    .flatMap((one) => {
      const rank = rankOf(nameOf(one), query);
      return rank === null ? [] : [{ one, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ one }) => one);
}

/** Letters without their marks and case. */
export const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
