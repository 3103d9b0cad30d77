import { Channels, LinkedChannel } from '@app/channels';
import {
  GuestVisibility,
  MentionedGroup,
  OrganizationRendering,
  RenderingOptions,
  UserGroups,
  Users,
} from '@app/identity';
import type { MessageId } from '@app/kernel';
import { findReferences, MentionedNames, References } from '@app/markdown';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { LinkedUpload } from '../attachments/attachment';
import type { KnownPreview } from '../link-previews/link-preview';
import { NOTHING_SHOWN, Shown, shownIn, withShown } from './shown-references';
import { Topics } from '../topics/topics.service';
import { Attachments } from '../attachments/attachments.service';
import { LinkPreviews } from '../link-previews/link-previews.service';

/** The references of a text, as its author may see them. */
export interface FoundReferences extends References {
  /** The groups that may be mentioned. */
  mentionable: readonly MentionedGroup[];
  uploads: readonly LinkedUpload[];
  /** Previews of the linked pages; `null`: previews are off. */
  knownPages: ReadonlyMap<string, KnownPreview> | null;
  /** The addresses that were looked up. */
  askedPages: ReadonlySet<string>;
}

/** A message that is rendered again. What its HTML shows stays resolved, whatever its author sees now. */
export interface ShownMessage {
  readonly messageId: MessageId;
  readonly html: string;
}

export interface Lookup {
  /** Whether previews of linked pages are allowed. */
  readonly showsPages: boolean;
  readonly shown?: ShownMessage;
}

type LinkedTopics = NonNullable<References['topics']>;

const NO_PAGES: ReadonlyMap<string, KnownPreview> = new Map();
const NONE_ASKED: ReadonlySet<string> = new Set();

/** Of most messages: without this, each would wait for six answers that are empty. */
const nothingFound = (options: OrganizationRendering, seesPages: boolean): FoundReferences => ({
  users: [],
  groups: [],
  channels: [],
  mentionable: [],
  topics: [],
  uploads: [],
  previews: new Map(),
  knownPages: seesPages ? NO_PAGES : null,
  askedPages: NONE_ASKED,
  ...options,
});

/** Links to further topics in the same text lack the newest message. */
const MAX_TOPICS = 200;

/**
 * Looks up the references of texts. What the author may not see is treated as absent. Runs no query for a text without
 * references.
 */
@Injectable()
export class TextReferences {
  constructor(
    private readonly renderingOptions: RenderingOptions,
    private readonly users: Users,
    private readonly guestVisibility: GuestVisibility,
    private readonly groups: UserGroups,
    private readonly channels: Channels,
    private readonly topics: Topics,
    private readonly pages: LinkPreviews,
    private readonly attachments: Attachments,
  ) {}

  async of(author: Actor, source: string, { showsPages, shown }: Lookup): Promise<FoundReferences> {
    const named = findReferences(source);
    const options = await this.renderingOptions.of(author);
    const seesPages = showsPages && options.organization.previewsLinks;
    if (!shown && isEmpty(named)) return nothingFound(options, seesPages);
    const before = shown ? shownIn(shown.html) : NOTHING_SHOWN;
    const [users, mentionable, channels, knownPages, uploads] = await Promise.all([
      this.usersIn(author, named, before),
      named.groups.length > 0 ? this.groups.findMentioned(author.organizationId, named.groups) : [],
      named.channels.length > 0 ? this.channels.findLinked(author, named.channels) : [],
      seesPages ? this.pages.known(named.previewable) : null,
      this.uploadsIn(author, named, shown),
    ]);
    const topics = await this.topicsIn(author, named, channels);
    const found = { users, groups: mentionable, channels };
    return {
      ...options,
      ...withShown(found, before),
      mentionable,
      topics,
      uploads,
      ...pagesOf(knownPages, named.previewable),
    };
  }

  /** The references with further linked pages; only if previews are on. */
  async withPages(references: FoundReferences, urls: readonly string[]): Promise<FoundReferences> {
    const known = new Map([...references.knownPages!, ...(await this.pages.known(urls))]);
    return { ...references, ...pagesOf(known, [...references.askedPages, ...urls]) };
  }

  /** A message that is rendered again keeps its files, even if its author lost access to them. */
  private uploadsIn(author: Actor, { uploads }: MentionedNames, shown?: ShownMessage): Promise<LinkedUpload[]> {
    if (!shown) return this.attachments.describe(author, uploads);
    return this.attachments.describeOf(author.organizationId, shown.messageId, uploads);
  }

  /** Guests may see only some users, if the organization limits that. */
  private async usersIn(author: Actor, { users }: MentionedNames, before: Shown): Promise<References['users']> {
    if (users.length === 0) return [];
    const names = users.flatMap(({ name }) => name ?? []);
    const ids = [...users.flatMap(({ id }) => id ?? []), ...before.users.map(({ id }) => id)];
    const found = await this.users.findMentioned(author.organizationId, names, ids);
    const known = await this.guestVisibility.cached(author);
    return known ? found.filter(({ id, isBot }) => isBot || known.has(id)) : found;
  }

  private async topicsIn(
    actor: Actor,
    { topics: named }: MentionedNames,
    channels: readonly LinkedChannel[],
  ): Promise<LinkedTopics> {
    const byName = new Map(channels.map((channel) => [channel.name, channel]));
    const wanted = named.flatMap(({ channel: name, topic }) => {
      const channel = byName.get(name);
      return channel?.history ? [{ channelId: channel.id, topic, isWhole: channel.history === 'all' }] : [];
    });
    if (wanted.length === 0) return [];
    const found = await this.topics.newestIn(actor, wanted.slice(0, MAX_TOPICS));
    return found.map(({ channelId, topic, id }) => ({ channelId, topic, newestMessageId: id }));
  }
}

const isEmpty = (named: MentionedNames): boolean => Object.values(named).every(({ length }) => length === 0);

function pagesOf(
  knownPages: FoundReferences['knownPages'],
  asked: readonly string[],
): Pick<FoundReferences, 'previews' | 'knownPages' | 'askedPages'> {
  const previews = new Map(Array.from(knownPages ?? [], ([url, { preview }]) => [url, preview]));
  return { previews, knownPages, askedPages: new Set(asked) };
}
