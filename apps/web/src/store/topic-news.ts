import { Version } from './version';

interface Named {
  readonly topic: string;
  /** Its newest message. */
  readonly newest: number;
}

/** Topics of a channel. With more the server is asked again. */
const MOST = 1_000;

/** What events have said of the topics of channels: lists of the server, which are older, stay current by it. */
export class TopicNews {
  /** By channel, and by the name in lower case. */
  private readonly named = new Map<number, Map<string, Named>>();
  private readonly changes = new Map<number, number>();
  private readonly version = new Version();

  /** The topics in which messages have come. */
  of(channelId: number): Iterable<Named> {
    this.version.watch();
    return this.named.get(channelId)?.values() ?? [];
  }

  /** How often topics of the channel may have lost messages, so that only the server has the full list. */
  lossesIn(channelId: number): number {
    return this.changes.get(channelId) ?? 0;
  }

  noteMessage(channelId: number, topic: string, id: number): void {
    const named = this.named.get(channelId) ?? new Map<string, Named>();
    named.set(topic.toLowerCase(), { topic, newest: id });
    if (named.size > MOST) return this.noteLoss(channelId);
    this.named.set(channelId, named);
    this.version.change();
  }

  noteLoss(channelId: number): void {
    this.changes.set(channelId, this.lossesIn(channelId) + 1);
    this.named.delete(channelId);
    this.version.change();
  }
}
