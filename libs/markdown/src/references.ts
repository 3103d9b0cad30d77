import type { CustomEmoji } from './emoji/custom-emoji';
import type { Linkifier } from './linkifier/linkifier';
import type { LinkPreview, Upload } from './media/media';
import { pathIdOf } from './media/uploads';

/** What a text refers to, before anything is looked up. Names are as written, so in any case. */
export interface MentionedNames {
  users: { name: string | null; id: number | null }[];
  groups: string[];
  /** Also those of {@link topics}. */
  channels: string[];
  /** Links to topics; the empty topic is `''`. Links to single messages are not among them. */
  topics: { channel: string; topic: string }[];
  /** Path ids (`realm/xx/random/name`) of links to `/user_uploads/`, relative or on any host. */
  uploads: string[];
  /** Absolute http(s) addresses of which a card or an embedded video could be made. */
  previewable: string[];
}

/** What rendering follows of an organization. */
export interface RenderingOrganization {
  /** Public address without a slash at its end; links to it are shortened. null: not known. */
  url: string | null;
  /** The language of fences without one. */
  defaultCodeLanguage: string | null;
  /** Images and videos are shown below their links. */
  previewsImages: boolean;
  /** Cards and videos of other sites are shown below their links. */
  previewsLinks: boolean;
  /** The address from which an external image is shown; without it the reader's client asks the other site itself. */
  externalImageProxy?: (url: string) => string;
}

/** The answer to the lookup; a name that is absent stays plain text. What is left out is empty. */
export interface References {
  users: { id: number; fullName: string; isActive: boolean }[];
  groups: { id: number; name: string; displayName: string; isActive: boolean }[];
  channels: { id: number; name: string }[];
  /** Topics with messages; `newestMessageId` is the newest one that the author may read. */
  topics?: readonly { channelId: number; topic: string; newestMessageId: number }[];
  /** Uploads that the author may read. */
  uploads?: readonly Upload[];
  /** By address, exactly as in {@link MentionedNames.previewable}. */
  previews?: ReadonlyMap<string, LinkPreview>;
  /** The active ones. */
  customEmoji?: readonly CustomEmoji[];
  /** In their order: earlier ones win. */
  linkifiers?: readonly Linkifier[];
  organization?: RenderingOrganization;
  /** Whether `:)` becomes an emoji. */
  translatesEmoticons?: boolean;
}

type User = References['users'][number];
type Group = References['groups'][number];
type Channel = References['channels'][number];

export const CHANNEL_WILDCARDS: ReadonlySet<string> = new Set(['all', 'everyone', 'channel', 'stream']);
export const TOPIC_WILDCARD = 'topic';

const LARGEST_ID = 2_147_483_647;

/** Reads `Name`, `Name|88` or `|88`. A number that cannot be an id is part of the name. */
export function parseUserName(written: string): { name: string | null; id: number | null } {
  const numbered = /^([^|]*)\|(\d{1,10})$/.exec(written);
  if (!numbered || Number(numbered[2]) > LARGEST_ID) return { name: written, id: null };
  return { name: numbered[1] || null, id: Number(numbered[2]) };
}

/** Lookup tables over {@link References}, built once for each rendering and only when needed. */
export class ReferenceIndex {
  readonly organization: RenderingOrganization | undefined;
  readonly linkifiers: readonly Linkifier[];
  readonly translatesEmoticons: boolean;
  private usersById?: ReadonlyMap<number, User>;
  private usersByName?: ReadonlyMap<string, User>;
  private groupsByName?: ReadonlyMap<string, Group>;
  private emojiByName?: ReadonlyMap<string, CustomEmoji>;
  private uploadsByPathId?: ReadonlyMap<string, Upload>;

  constructor(private readonly given: References) {
    this.organization = given.organization;
    this.linkifiers = given.linkifiers ?? [];
    this.translatesEmoticons = given.translatesEmoticons ?? false;
  }

  /** A name that does not fit its id matches no user. Of several users with the name, the lowest id matches. */
  user(written: string): User | undefined {
    const { name, id } = parseUserName(written);
    if (id === null) {
      this.usersByName ??= by(
        this.given.users.toSorted((one, other) => other.id - one.id),
        (user) => folded(user.fullName),
      );
      return this.usersByName.get(folded(written));
    }
    this.usersById ??= by(this.given.users, (user) => user.id);
    const user = this.usersById.get(id);
    if (user && name !== null && folded(user.fullName) !== folded(name)) return undefined;
    return user;
  }

  group(name: string): Group | undefined {
    this.groupsByName ??= by(this.given.groups, (group) => folded(group.name));
    return this.groupsByName.get(folded(name));
  }

  /** Names of channels are compared exactly. */
  channel(name: string): Channel | undefined {
    return this.given.channels.find((channel) => channel.name === name);
  }

  /** Topics are told apart without regard to case. */
  newestMessageId(channelId: number, topic: string): number | undefined {
    return this.given.topics?.find((known) => known.channelId === channelId && folded(known.topic) === folded(topic))
      ?.newestMessageId;
  }

  customEmoji(name: string): CustomEmoji | undefined {
    if (!this.given.customEmoji) return undefined;
    this.emojiByName ??= by(this.given.customEmoji, (emoji) => emoji.name);
    return this.emojiByName.get(name);
  }

  /** The upload that an address means, relative or with the organization's own host. */
  uploadAt(address: string): Upload | undefined {
    if (!this.given.uploads?.length) return undefined;
    const pathId = pathIdOf(withoutOwnHost(address, this.organization));
    this.uploadsByPathId ??= by(this.given.uploads, (upload) => upload.pathId);
    return pathId === null ? undefined : this.uploadsByPathId.get(pathId);
  }

  preview(address: string): LinkPreview | undefined {
    return this.given.previews?.get(address);
  }
}

/** Links to places and files of this organization work at every address of the organization. */
export function withoutOwnHost(address: string, organization: RenderingOrganization | undefined): string {
  const prefix = `${organization?.url}/`;
  if (!organization?.url || !address.startsWith(prefix)) return address;
  const place = address.slice(prefix.length);
  return place.startsWith('#') || place.startsWith('user_uploads/') ? place : address;
}

/** The last one of a key stays. */
function by<Key, Value>(values: readonly Value[], keyOf: (value: Value) => Key): ReadonlyMap<Key, Value> {
  return new Map(values.map((value) => [keyOf(value), value]));
}

function folded(name: string): string {
  return name.toLowerCase();
}
