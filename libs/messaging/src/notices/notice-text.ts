/** A user, mentioned in a text without a notification. */
export interface Named {
  readonly id: number;
  readonly name: string;
}

/** A topic by its names. */
export interface NamedTopic {
  readonly channel: string;
  readonly topic: string;
}

/** Messages that were moved together: a whole topic, or a number of messages. */
export interface MovedAway {
  readonly count: number;
  readonly isWhole: boolean;
}

/** Privacy of a channel. */
export interface ChannelPrivacyFlags {
  readonly isPrivate: boolean;
  readonly isWebPublic: boolean;
  readonly historyPublicToSubscribers: boolean;
}

export const mention = ({ id, name }: Named): string => `@_**${name}|${id}**`;

/** A link to a channel. A name with a character that has a meaning in links is written as text. */
const linkTo = (name: string): string => (/[*>]/.test(name) ? literal(`#${name}`) : `#**${name}**`);

/** A link to a topic if possible; `null`: some readers may not see the topic. */
function linkToTopic(place: NamedTopic | null): string {
  if (!place) return 'another channel';
  const { channel, topic } = place;
  if (!/[*>]/.test(channel) && !/\*\*|[\n`]/.test(topic)) return `#**${channel}>${topic}**`;
  return topic === '' ? linkTo(channel) : `${linkTo(channel)} > ${literal(topic)}`;
}

/** A text in which no character has a meaning. */
function literal(text: string): string {
  const fence = '`'.repeat(longestRun(text) + 1);
  const [before, after] = [text.startsWith('`') ? ' ' : '', text.endsWith('`') ? ' ' : ''];
  return `${fence}${before}${text}${after}${fence}`;
}

/** A quote on separate lines. Mentions in it are silent. */
export function quoted(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence} quote\n${text}\n${fence}`;
}

const longestRun = (text: string): number => Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));

const privacyInWords = ({ isPrivate, isWebPublic, historyPublicToSubscribers }: ChannelPrivacyFlags): string => {
  if (isWebPublic) return 'web-public';
  if (!isPrivate) return 'public';
  return historyPublicToSubscribers ? 'private with shared history' : 'private with protected history';
};

const describedAs = (description: string): string => (description === '' ? '*(none)*' : `\n\n${quoted(description)}`);

/** In days; `null`: the organization's value, -1: unlimited. */
const keptFor = (days: number | null, organizationDays: number): string => {
  if (days === null) return `as long as in all of the organization (${keptFor(organizationDays, organizationDays)})`;
  if (days === -1) return 'for ever';
  return days === 1 ? 'for 1 day' : `for ${days} days`;
};

const counted = (count: number): string => (count === 1 ? 'One message was' : `${count} messages were`);

/** The texts of the notification bot about channels and groups, in Markdown (docs/protocol/channels.md). */
export const say = {
  channelCreated: (actor: Named, privacy: ChannelPrivacyFlags, description: string): string =>
    `${mention(actor)} created this channel: **${privacyInWords(privacy)}**.` +
    (description === '' ? '' : ` What it is for:\n\n${quoted(description)}`),

  channelsAnnounced: (actor: Named, names: readonly string[]): string =>
    `${mention(actor)} created ${names.length === 1 ? 'a new channel' : 'new channels'}: ${names.map(linkTo).join(', ')}`,

  subscribed: (actor: Named, names: readonly string[]): string =>
    names.length === 1
      ? `${mention(actor)} has subscribed you to the channel ${names.map(linkTo).join('')}.`
      : `${mention(actor)} has subscribed you to these channels:\n\n${names.map((name) => `* ${linkTo(name)}`).join('\n')}`,

  renamed: (actor: Named, before: string, after: string): string =>
    `${mention(actor)} renamed this channel from ${literal(before)} to ${literal(after)}.`,

  described: (actor: Named, before: string, after: string): string =>
    `${mention(actor)} changed what this channel is for.\n\nBefore: ${describedAs(before)}\n\nNow: ${describedAs(after)}`,

  opened: (actor: Named, before: ChannelPrivacyFlags, after: ChannelPrivacyFlags): string =>
    `${mention(actor)} changed who can read this channel: it was **${privacyInWords(before)}** and is **${privacyInWords(after)}** now.`,

  postingPermitted: (actor: Named, before: string, after: string): string =>
    `${mention(actor)} changed who can post in this channel.\n\n* Before: ${before}\n* Now: ${after}`,

  kept: (actor: Named, before: number | null, after: number | null, organizationDays: number): string =>
    `${mention(actor)} changed how long messages of this channel are kept.\n\n* Before: ${keptFor(before, organizationDays)}\n* Now: ${keptFor(after, organizationDays)}`,

  archived: (actor: Named): string => `${mention(actor)} archived this channel: nobody can post in it any more.`,

  unarchived: (actor: Named): string => `${mention(actor)} brought this channel back from the archive.`,

  addedToGroup: (actor: Named, group: string): string =>
    `${mention(actor)} added you to the user group ${literal(group)}.`,

  removedFromGroup: (actor: Named, group: string): string =>
    `${mention(actor)} removed you from the user group ${literal(group)}.`,

  /** For a new user. */
  welcome: (): string =>
    'Hello, and welcome! This is a conversation with a bot: write here whatever you like to try out.\n\n' +
    'Messages in channels are ordered by topics. [Your inbox](#inbox) shows what you have not read yet.',

  acceptedInvitation: (newcomer: Named): string => `${mention(newcomer)} has accepted your invitation.`,

  hasJoined: (newcomer: Named): string => `${mention(newcomer)} has joined the organization.`,

  botIsLost: (bot: Named, channel: number | string): string =>
    `Your bot ${mention(bot)} tried to send a message to the channel ` +
    `${typeof channel === 'number' ? `with ID ${channel}` : literal(channel)}, but there is no such channel.`,

  topicResolved: (actor: Named): string => `${mention(actor)} has marked this topic as resolved.`,

  topicUnresolved: (actor: Named): string => `${mention(actor)} has marked this topic as unresolved.`,

  /** Posted in the new topic. */
  movedHere: (actor: Named, from: NamedTopic | null, moved: MovedAway): string =>
    `${moved.isWhole ? 'This topic was' : counted(moved.count)} moved here from ${linkToTopic(from)} by ${mention(actor)}.`,

  /** Posted in the old topic. */
  movedAway: (actor: Named, to: NamedTopic | null, moved: MovedAway): string =>
    moved.isWhole
      ? `This topic was moved to ${linkToTopic(to)} by ${mention(actor)}.`
      : `${counted(moved.count)} moved from this topic to ${linkToTopic(to)} by ${mention(actor)}.`,

  /** The users and groups that have a permission. */
  holders: (groups: readonly string[], people: readonly Named[], others: number): string => {
    const all = [...groups.map(literal), ...people.map(mention), ...(others > 0 ? [`${others} others`] : [])];
    return all.length === 0 ? 'nobody' : all.join(', ');
  },
};
