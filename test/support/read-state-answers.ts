import { Channels, ReadableChannel } from '@app/channels';
import type { ChannelId } from '@app/kernel';
import { flagWords } from '../../libs/messaging/src/message-views/message-object.client-events';
import { MessageAccess } from '../../libs/messaging/src/access/access';
import { BIT, isInHistory } from '../../libs/messaging/src/received/flag';
import { assemble, PageWindow } from '../../libs/messaging/src/messages/page-window';
import { Condition, searchScope } from '../../libs/messaging/src/narrows/search-scope';
import { MessageRepository } from '../../libs/messaging/src/records/message.repository';
import { PageRepository } from '../../libs/messaging/src/messages/page.repository';
import { ReadStateRepository } from '../../libs/messaging/src/records/read-state.repository';
import type { ReadStateStage } from './read-state-stage';
import type { ModelMessage } from './row-per-recipient';

/** Where to look when a sequence has ended. */
export interface Look {
  /** The narrow of the check, besides the one without terms. */
  readonly narrow: number;
  readonly channelId: number;
  readonly topic: string;
  readonly anchor: number;
  readonly before: number;
  readonly after: number;
}

/** A narrow, and what it finds by the model; ascending. */
interface Case {
  readonly name: string;
  readonly conditions: readonly Condition[];
  readonly expected: readonly ModelMessage[];
}

const EVERYTHING: PageWindow = { anchor: 10 ** 16, includeAnchor: true, before: 1000, after: 0 };
const NOT_MUTED = { channelIds: [], hasTopics: true };

/** All requests about messages, by one user, answered by the server and by the model. */
export class Answers {
  private readonly pages = this.stage.world.service(PageRepository);
  private readonly messages = this.stage.world.service(MessageRepository);
  private readonly readState = this.stage.world.service(ReadStateRepository);

  constructor(
    private readonly stage: ReadStateStage,
    private readonly user: number,
    private readonly look: Look,
  ) {}

  /** The state of each message for the user: its flags, or null for an unreadable one. */
  async standings(): Promise<[actual: unknown, expected: unknown]> {
    const readable = await this.readable();
    const access = new MessageAccess(this.user as never, readable);
    const standings = await this.messages.standings(this.stage.actor(this.user), this.stage.ids);
    // A flag on a message in no personal history would become visible when the message moves back.
    expect(standings.filter((one) => (one.bits & BIT.unread) !== 0 && !isInHistory(one))).toEqual([]);
    const actual = standings.map((one) => [one.id, access.reads(one) ? flagWords(one).sort() : null]);
    const { model } = this.stage;
    const visible = [...model.messages.values()].sort((a, b) => a.id - b.id).filter((one) => this.isForThem(one));
    const expected = visible.map((one) => [
      one.id,
      model.reads(this.user, one) ? model.flags(this.user, one.id) : null,
    ]);
    return [actual, expected];
  }

  async unread(): Promise<[actual: unknown, expected: unknown]> {
    const listed = await this.readState.unread(this.user as never, 10_000);
    const { model } = this.stage;
    const isMentioned = (id: number) => model.flags(this.user, id).some((word) => word.endsWith('mentioned'));
    return [listed.map((one) => [one.id, one.isMentioned]), model.unread(this.user).map((id) => [id, isMentioned(id)])];
  }

  /** Two whole narrows, a window of each around an anchor, and their first unread message. */
  async narrows(): Promise<[actual: unknown, expected: unknown]> {
    const readable = await this.readable();
    const { anchor, before, after } = this.look;
    const window = {
      anchor: this.stage.ids[anchor % Math.max(1, this.stage.ids.length)] ?? 0,
      includeAnchor: true,
      before,
      after,
    };
    const compared = await Promise.all(
      this.chosen(readable).map(async ({ name, conditions, expected }) => {
        const search = {
          readingUser: this.stage.actor(this.user),
          scope: searchScope(conditions, readable, false),
          conditions,
        };
        const [all, around, firstUnread] = await Promise.all([
          this.pages.read(search, EVERYTHING),
          this.pages.read(search, window),
          this.pages.firstUnread(search, NOT_MUTED),
        ]);
        const ids = expected.map(({ id }) => id);
        const unread = new Set(this.stage.model.unread(this.user));
        const older = ids.filter((id) => id < window.anchor).slice(before === 0 ? ids.length : -before);
        const newer = ids.filter((id) => id > window.anchor).slice(0, after);
        const at = ids.filter((id) => id === window.anchor);
        return [
          [name, all.messages.map(({ id }) => id), assemble(window, around).messages.map(({ id }) => id), firstUnread],
          [name, ids, [...older, ...at, ...newer], ids.find((id) => unread.has(id)) ?? null],
        ];
      }),
    );
    return [compared.map(([actual]) => actual), compared.map(([, expected]) => expected)];
  }

  private chosen(readable: readonly ReadableChannel[]): Case[] {
    const [everything, ...others] = this.cases(readable);
    return [everything, others[this.look.narrow % others.length]];
  }

  private cases(readable: readonly ReadableChannel[]): Case[] {
    const { model } = this.stage;
    const { channelId, topic } = this.look;
    const feed = model.feed(this.user);
    const has = (word: string, { id }: ModelMessage) => model.flags(this.user, id).includes(word);
    const here = [...model.messages.values()]
      .sort((a, b) => a.id - b.id)
      .filter((one) => one.channel === String(channelId));
    const channel: Condition = { kind: 'channels', channelIds: [channelId as never], isNamed: true, negated: false };
    const cases: Case[] = [
      { name: 'everything', conditions: [], expected: feed },
      {
        name: 'topic',
        conditions: [{ kind: 'topic', topic, negated: false }],
        expected: feed.filter((one) => one.channel !== null && one.topic === topic),
      },
      {
        name: 'unread',
        conditions: [{ kind: 'unread', negated: false }],
        expected: feed.filter((one) => !has('read', one)),
      },
      {
        name: 'starred',
        conditions: [{ kind: 'starred', negated: false }],
        expected: feed.filter((one) => has('starred', one)),
      },
      {
        name: 'direct',
        conditions: [{ kind: 'direct', negated: false }],
        expected: feed.filter((one) => one.channel === null),
      },
    ];
    if (!readable.some(({ id }) => id === channelId)) return cases;
    return [
      ...cases,
      { name: 'channel', conditions: [channel], expected: here.filter((one) => model.reads(this.user, one)) },
      {
        name: 'unread in channel',
        conditions: [channel, { kind: 'unread', negated: false }],
        expected: feed.filter((one) => one.channel === String(channelId) && !has('read', one)),
      },
    ];
  }

  private async readable(): Promise<ReadableChannel[]> {
    const { world } = this.stage;
    const channels = await world.sql<{ id: ChannelId }>('SELECT id FROM channel');
    return world.service(Channels).readableAmong(
      this.stage.actor(this.user),
      channels.map(({ id }) => id),
    );
  }

  /** Direct messages of others are not requested. */
  private isForThem({ channel, people }: ModelMessage): boolean {
    return channel !== null || people.includes(this.user);
  }
}
