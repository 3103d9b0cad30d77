import { Lottery, Random } from './random';

/** How many of each there are, beside the messages. */
export interface Extent {
  readonly users: number;
  readonly channels: number;
  /** Channels from this one on have hardly any messages. */
  readonly quietFrom: number;
  readonly pairs: number;
  readonly groups: number;
  /** How often a message in a channel begins a topic. */
  readonly newTopics: number;
  /** The direct-message conversations of the user `wide`. */
  readonly wideConversations: number;
}

export const COMPANY: Extent = {
  users: 2_000,
  channels: 200,
  quietFrom: 140,
  pairs: 12_000,
  groups: 2_000,
  newTopics: 0.025,
  wideConversations: 2_000,
};

/** What the budgets of the browser client are about: with 100,000 messages there are 900 topics. */
export const TEAM: Extent = {
  users: 500,
  channels: 150,
  quietFrom: 105,
  pairs: 3_000,
  groups: 500,
  newTopics: 0.0092,
  wideConversations: 500,
};

const FOR_EVERYBODY = 5;
const TOPICS_AT_ONCE = 8;
const MAX_MOVED = 20;

/** Users with a role in the figures; indices into the users. */
export const PEOPLE = { ordinary: 0, reader: 1, stuck: 2, absent: 3, quiet: 4, wide: 5 } as const;

export interface PlannedChannel {
  readonly isPrivate: boolean;
  readonly isWebPublic: boolean;
  readonly isProtected: boolean;
  readonly weight: number;
}

export interface Period {
  readonly user: number;
  readonly channel: number;
  readonly from: number;
  /** null: the period is open. */
  to: number | null;
}

export interface Move {
  readonly from: number;
  readonly to: number;
  readonly position: number;
  readonly firstId: number;
  readonly lastId: number;
}

interface Topic {
  /** Place in the list of all topics. */
  readonly index: number;
  /** Its newest messages that never moved, by their place. */
  recent: number[];
}

/** The places of messages; the number of a message is its index in these. -1: nowhere. */
export interface Places {
  readonly id: Int32Array;
  readonly sender: Int16Array;
  readonly channel: Int16Array;
  readonly topic: Int32Array;
  readonly conversation: Int32Array;
  readonly move: Int32Array;
}

/** The activity of channels: the first ones have most messages, the last third hardly any. */
function channels(random: Random, { channels, quietFrom }: Extent): PlannedChannel[] {
  return Array.from({ length: channels }, (_, at) => {
    const isPrivate = at >= FOR_EVERYBODY && at % 5 === 0;
    const weight = at < quietFrom ? 1 / (at + 3) ** 0.8 : 0.0004 + random.next() * 0.0012;
    return { isPrivate, isProtected: at % 10 === 0 && isPrivate, isWebPublic: at % 60 === 7, weight };
  });
}

/** Years of an organization, step by step: subscriptions, messages and moves. */
export class Plan {
  readonly channels: readonly PlannedChannel[];
  readonly periods: Period[] = [];
  readonly conversations: readonly (readonly number[])[];
  readonly moves: Move[] = [];
  /** The channel of each topic. */
  readonly topics: number[] = [];
  readonly places: Places;
  /** The last position or id that was drawn. */
  position = 0;
  private readonly seats: number[][];
  private readonly live: Topic[][];

  constructor(
    private readonly random: Random,
    readonly messages: number,
    readonly extent: Extent,
  ) {
    this.channels = channels(random, extent);
    this.seats = this.channels.map((_, at) => this.crowd(at));
    this.live = this.channels.map(() => []);
    this.conversations = this.meet();
    const none = () => new Int32Array(messages).fill(-1);
    this.places = {
      id: none(),
      sender: new Int16Array(messages),
      channel: new Int16Array(messages).fill(-1),
      topic: none(),
      conversation: none(),
      move: none(),
    };
    for (const [channel, users] of this.seats.entries()) {
      const from = ++this.position;
      for (const user of users) this.periods.push({ user, channel, from, to: null });
    }
    this.pass(new Map(this.periods.map((period) => [`${period.user} ${period.channel}`, period])));
  }

  members = (channel: number): readonly number[] => this.seats[channel];

  private pass(open: Map<string, Period>): void {
    const { random, messages, places } = this;
    const talk = new Lottery(this.channels.map(({ weight }) => weight));
    for (let at = 0; at < messages; at++) {
      if (random.happens(0.003)) this.comeOrGo(open);
      if (random.happens(0.001) && at > 1_000) this.move();
      places.id[at] = ++this.position;
      if (random.happens(0.12)) this.talkPrivately(at);
      else this.talk(at, talk.draw(random));
    }
  }

  private talk(at: number, channel: number): void {
    const { random, places } = this;
    const topics = this.live[channel];
    if (topics.length === 0 || random.happens(this.extent.newTopics)) this.begin(channel);
    const topic = random.favourite(topics, 1.5);
    topic.recent.push(at);
    if (topic.recent.length > 2 * MAX_MOVED) topic.recent = topic.recent.slice(-MAX_MOVED);
    places.sender[at] = random.favourite(this.seats[channel]);
    places.channel[at] = channel;
    places.topic[at] = topic.index;
  }

  private talkPrivately(at: number): void {
    const conversation = Math.floor(this.conversations.length * this.random.next() ** 1.6);
    this.places.conversation[at] = conversation;
    this.places.sender[at] = this.random.of(this.conversations[conversation]);
  }

  private begin(channel: number): Topic {
    const topic = { index: this.topics.push(channel) - 1, recent: [] };
    this.live[channel].unshift(topic);
    if (this.live[channel].length > TOPICS_AT_ONCE) this.live[channel].pop();
    return topic;
  }

  /** The newest messages of a topic go to a topic of their own elsewhere. */
  private move(): void {
    const { random, places } = this;
    const from = random.below(this.extent.quietFrom);
    const topic = this.live[from].length > 0 ? random.of(this.live[from]) : null;
    const moving = topic?.recent.splice(-MAX_MOVED) ?? [];
    const to = random.below(this.extent.channels);
    if (!topic || moving.length === 0 || to === from) return;
    const position = ++this.position;
    const index = this.begin(to).index;
    const ids = moving.map((at) => places.id[at]);
    const move = this.moves.push({ from, to, position, firstId: ids[0], lastId: ids[ids.length - 1] }) - 1;
    for (const at of moving) {
      places.channel[at] = to;
      places.topic[at] = index;
      places.move[at] = move;
    }
  }

  /** Users of the figures keep their subscriptions. */
  private comeOrGo(open: Map<string, Period>): void {
    const { random } = this;
    const channel = random.below(this.extent.channels);
    const named = Object.keys(PEOPLE).length;
    const user = random.happens(0.5) ? random.of(this.seats[channel]) : random.below(this.extent.users);
    if (user < named) return;
    const key = `${user} ${channel}`;
    const period = open.get(key);
    const position = ++this.position;
    const seats = this.seats[channel];
    if (!period) {
      const begun = { user, channel, from: position, to: null };
      open.set(key, begun);
      this.periods.push(begun);
      seats.push(user);
    } else if (seats.length > 2) {
      period.to = position;
      open.delete(key);
      seats.splice(seats.indexOf(user), 1);
    }
  }

  private crowd(channel: number): number[] {
    const named = Object.keys(PEOPLE).length;
    const others = Array.from({ length: this.extent.users - named }, (_, at) => named + at);
    const size = channel < FOR_EVERYBODY ? others.length : Math.round(10 + 990 / (1 + (channel - FOR_EVERYBODY) / 8));
    const users = this.random.some(others, size);
    const isAmongFifty = channel < 150 && channel % 3 === 0;
    if (isAmongFifty) users.push(PEOPLE.ordinary, PEOPLE.reader, PEOPLE.stuck, PEOPLE.absent);
    if (channel >= this.extent.channels - 50) users.push(PEOPLE.quiet);
    return [...users, PEOPLE.wide];
  }

  private meet(): number[][] {
    const { random } = this;
    const { users, pairs, groups, wideConversations } = this.extent;
    const everybody = Array.from({ length: users }, (_, at) => at);
    const met = new Map<string, number[]>();
    const meet = (people: number[]) => {
      const sorted = [...new Set(people)].sort((one, other) => one - other);
      met.set(sorted.join(), sorted);
    };
    for (let pair = 0; pair < pairs; pair++) meet(random.some(everybody, random.happens(0.02) ? 1 : 2));
    for (let group = 0; group < groups; group++) meet(random.some(everybody, 3 + random.below(4)));
    for (const person of [PEOPLE.ordinary, PEOPLE.reader, PEOPLE.stuck, PEOPLE.absent, PEOPLE.quiet]) {
      for (let pair = 0; pair < 30; pair++) meet([person, random.of(everybody)]);
    }
    for (let other = 1; other < wideConversations; other++) meet([PEOPLE.wide, other === PEOPLE.wide ? 0 : other]);
    return random.some([...met.values()], met.size);
  }
}
