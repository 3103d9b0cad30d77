/** What a text refers to, before anything is looked up. Names are as written, so in any case. */
export interface MentionedNames {
  users: { name: string | null; id: number | null }[];
  groups: string[];
  channels: string[];
}

/** The answer to the lookup; a name that is absent stays plain text. */
export interface References {
  users: { id: number; fullName: string; isActive: boolean }[];
  groups: { id: number; name: string; displayName: string; isActive: boolean }[];
  channels: { id: number; name: string }[];
}

export const CHANNEL_WILDCARDS: ReadonlySet<string> = new Set(['all', 'everyone', 'channel', 'stream']);
export const TOPIC_WILDCARD = 'topic';

const LARGEST_ID = 2_147_483_647;

/** Reads `Name`, `Name|88` or `|88`. A number that cannot be an id is part of the name. */
function parseUserName(written: string): { name: string | null; id: number | null } {
  const numbered = /^([^|]*)\|(\d{1,10})$/.exec(written);
  if (!numbered || Number(numbered[2]) > LARGEST_ID) return { name: written, id: null };
  return { name: numbered[1] || null, id: Number(numbered[2]) };
}

/**
 * Finds the names that {@link render} may ask for. A cheap scan: it also finds names in code, so it may report too
 * much, never too little. All lists empty means that there is nothing to look up.
 */
export function findReferences(source: string): MentionedNames {
  const users = distinct(source, /@_?\*\*(?=([^*\n]+)\*\*)/g).filter(
    (name) => !CHANNEL_WILDCARDS.has(name) && name !== TOPIC_WILDCARD,
  );
  return {
    users: users.map(parseUserName),
    groups: distinct(source, /@_?\*(?=([^*\n]+)\*)/g),
    channels: distinct(source, /#\*\*(?=([^*>\n]+)(?:>[^*\n]*)?\*\*)/g),
  };
}

/** Lookup tables over {@link References}, made once a rendering. */
export class ReferenceIndex {
  private readonly usersById = new Map<number, References['users'][number]>();
  private readonly usersByName = new Map<string, References['users'][number]>();
  private readonly groupsByName = new Map<string, References['groups'][number]>();
  private readonly channelsByName = new Map<string, References['channels'][number]>();

  constructor(references: References) {
    for (const user of references.users) {
      this.usersById.set(user.id, user);
      const namesake = this.usersByName.get(folded(user.fullName));
      if (!namesake || user.id < namesake.id) this.usersByName.set(folded(user.fullName), user);
    }
    for (const group of references.groups) this.groupsByName.set(folded(group.name), group);
    for (const channel of references.channels) this.channelsByName.set(channel.name, channel);
  }

  /** A name that does not fit its id means nobody; of several namesakes the lowest id is meant. */
  user(written: string): References['users'][number] | undefined {
    const { name, id } = parseUserName(written);
    if (id === null) return this.usersByName.get(folded(written));
    const user = this.usersById.get(id);
    if (user && name !== null && folded(user.fullName) !== folded(name)) return undefined;
    return user;
  }

  group(name: string): References['groups'][number] | undefined {
    return this.groupsByName.get(folded(name));
  }

  /** Channel names are exact: two may differ in case only in what the sender sees. */
  channel(name: string): References['channels'][number] | undefined {
    return this.channelsByName.get(name);
  }
}

function folded(name: string): string {
  return name.toLowerCase();
}

function distinct(source: string, pattern: RegExp): string[] {
  return [...new Set(Array.from(source.matchAll(pattern), (match) => match[1]))];
}
