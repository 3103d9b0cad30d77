/** The reference implementation of narrows, message by message, for comparison with the compiled one. */

export interface PlainTerm {
  readonly operator: string;
  /** Users, channels and messages by their place in the story. */
  readonly operand: unknown;
  readonly negated: boolean;
}

export type PlainReaders = 'everybody' | 'subscribers' | 'receivers';

export interface PlainChannel {
  readonly name: string;
  readonly readers: PlainReaders;
}

/** All fields of a message. Users are numbers. */
export interface PlainMessage {
  readonly id: number;
  readonly channel: PlainChannel | null;
  readonly topic: string;
  readonly sender: number;
  /** Of a direct message: all participants, ascending. */
  readonly people: readonly number[];
  readonly words: ReadonlySet<string>;
  readonly hasLink: boolean;
  readonly mentioned: ReadonlySet<number>;
  readonly mentionsChannel: boolean;
  readonly received: ReadonlySet<number>;
  readonly starred: Set<number>;
  /** The users whose personal history contains it because of an action, such as a star. */
  readonly kept: Set<number>;
  readonly read: Set<number>;
  hasReaction: boolean;
}

/** The policies of one user for channels and topics. */
export interface PlainChoices {
  readonly mutedChannels: ReadonlySet<string>;
  /** By channel and folded topic, see `topicKey`: 1 muted, 2 unmuted, 3 followed. */
  readonly topics: ReadonlyMap<string, number>;
}

export const topicKey = (channel: string, topic: string): string => `${channel} ${topic.toLowerCase()}`;

/** One user, who requests messages. */
export class PlainReader {
  constructor(
    readonly me: number,
    private readonly subscribed: ReadonlySet<string>,
    private readonly choices: PlainChoices,
    private readonly messages: readonly PlainMessage[],
  ) {}

  /** What a fetch finds; null: the narrow names a channel that this reader does not know. */
  find(terms: readonly PlainTerm[]): PlainMessage[] | null {
    if (terms.some((term) => term.operator === 'channel' && !this.knows(term.operand as PlainChannel))) return null;
    const asksForChannels = terms.some(({ operator, negated }) => operator.startsWith('channel') && !negated);
    const asksForFlags = terms.some(({ operator, operand }) => operator === 'is' && operand !== 'resolved');
    const isThere = (message: PlainMessage): boolean =>
      asksForChannels && !asksForFlags
        ? message.channel !== null && this.knows(message.channel) && this.reads(message)
        : this.isOwn(message);
    return this.messages.filter((message) => isThere(message) && this.fits(message, terms));
  }

  /** What `matches_narrow` finds: in the personal history only. */
  match(terms: readonly PlainTerm[]): PlainMessage[] {
    return this.messages.filter((message) => this.isOwn(message) && this.fits(message, terms));
  }

  /** The message of `first_unread`: a place in the narrow is not muted there. */
  firstUnread(found: readonly PlainMessage[], terms: readonly PlainTerm[]): number | null {
    const named = new Set(terms.flatMap(({ operator, negated }) => (negated ? [] : [operator])));
    const isHeard = (message: PlainMessage): boolean => {
      const said = this.said(message);
      if (said === 1) return named.has('topic');
      return said !== 0 || named.has('channel') || !this.isInMutedChannel(message);
    };
    return found.find((message) => !message.read.has(this.me) && isHeard(message))?.id ?? null;
  }

  private fits(message: PlainMessage, terms: readonly PlainTerm[]): boolean {
    return terms.every((term) => this.meets(message, term) !== term.negated);
  }

  private meets(message: PlainMessage, { operator, operand }: PlainTerm): boolean {
    const { channel, people } = message;
    switch (operator) {
      case 'channel':
        return channel === operand;
      case 'channels':
        return operand === 'public' && channel?.readers === 'everybody';
      case 'topic':
        return channel !== null && message.topic.toLowerCase() === (operand as string).toLowerCase();
      case 'sender':
        return message.sender === operand;
      case 'dm':
        return channel === null && people.join() === this.withMe(operand as number[]).join();
      case 'dm-including':
        return channel === null && people.includes(operand as number);
      case 'group-pm-with':
        return channel === null && people.length > 2 && people.includes(operand as number);
      case 'id':
        return message === this.messages[operand as number];
      case 'has':
        return operand === 'link' ? message.hasLink : operand === 'reaction' && message.hasReaction;
      case 'in':
        return operand === 'all' || !this.isMuted(message);
      case 'search':
        return (operand as string).split(' ').every((word) => message.words.has(word));
      default:
        return this.is(message, operand as string);
    }
  }

  private is(message: PlainMessage, quality: string): boolean {
    const { me } = this;
    switch (quality) {
      case 'dm':
        return message.channel === null;
      case 'starred':
        return message.starred.has(me);
      case 'unread':
        return !message.read.has(me);
      case 'mentioned':
        return message.received.has(me) && (message.mentionsChannel || message.mentioned.has(me));
      case 'followed':
        return this.said(message) === 3;
      case 'muted':
        return this.isMuted(message);
      case 'resolved':
        return message.channel !== null && message.topic.startsWith('✔ ');
      default:
        return false; // no user has alert words
    }
  }

  private knows({ name, readers }: PlainChannel): boolean {
    return readers === 'everybody' || this.subscribed.has(name);
  }

  private reads(message: PlainMessage): boolean {
    return message.channel?.readers !== 'receivers' || message.received.has(this.me);
  }

  private isOwn(message: PlainMessage): boolean {
    const isThere = message.received.has(this.me) || message.kept.has(this.me);
    return isThere && (message.channel === null || this.knows(message.channel));
  }

  private said({ channel, topic }: PlainMessage): number {
    return channel ? (this.choices.topics.get(topicKey(channel.name, topic)) ?? 0) : 0;
  }

  private isInMutedChannel({ channel }: PlainMessage): boolean {
    return channel !== null && this.choices.mutedChannels.has(channel.name);
  }

  private isMuted(message: PlainMessage): boolean {
    const said = this.said(message);
    return said === 1 || (said === 0 && this.isInMutedChannel(message));
  }

  private withMe(others: readonly number[]): number[] {
    return [...new Set([this.me, ...others])].sort((one, other) => one - other);
  }
}
