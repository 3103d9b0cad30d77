import { CHANNEL_AUDIENCE, SubscriberIndex } from '@app/channels';
import { Users } from '@app/identity';
import type { ChannelId, MessageId, UserId } from '@app/kernel';
import { LogEntry, Registry } from '@app/realtime';
import type { ReadersOfChannel } from './message-readers';
import { MessageReadersRepository } from './message-readers.repository';
import { readersOf } from './message-audiences.service';
import { MessageReadersIndex } from './message-readers.index';

const [CHANNEL, MESSAGE, ANA] = [1 as ChannelId, 5 as MessageId, 7 as UserId];
const way = { ids: [MESSAGE], originId: null, hops: null };
const part: ReadersOfChannel = { channelId: CHANNEL, after: 10, isShared: true, isPublic: false, ways: [way] };

/** A channel with one subscriber at the time of the entry, who has left since. */
class ForgetfulChannels {
  readonly rule = CHANNEL_AUDIENCE;
  private subscribers: Set<UserId> | null = null;

  async load(): Promise<void> {
    this.subscribers ??= new Set([ANA]);
  }
  knows = () => this.subscribers !== null;
  keep() {
    const subscribers = this.subscribers!;
    return { all: () => subscribers, includes: (userId: UserId) => subscribers.has(userId) };
  }
  forget(): void {
    this.subscribers?.clear();
    this.subscribers = null;
  }
}

describe('MessageReadersIndex', () => {
  it('loads the subscribers again if the index of channels has dropped them', async () => {
    const registry = new Registry();
    const channels = new ForgetfulChannels();
    registry.addIndex(channels as unknown as SubscriberIndex);
    const rows = { held: async () => [] } as unknown as MessageReadersRepository;
    const readers = new MessageReadersIndex(rows, { guestsAmong: async () => [] } as unknown as Users, registry);
    readers.onModuleInit();
    const audience = readersOf([part]);
    const entry = { audience } as LogEntry;
    await registry.load([entry]);
    expect(readers.told(audience, ANA)).toBeNull();
    channels.forget();
    expect(registry.isLoaded([entry])).toBe(false);
    await registry.load([entry]);
    expect(readers.told(audience, ANA)).toBeNull();
  });
});
