import type { ConversationId, MessageId, UserId } from '@app/kernel';
import { Audience, Registry } from '@app/realtime';
import { ConversationRepository } from '../records/conversation.repository';
import { readersOfConversations } from './conversation-readers';
import { ConversationReadersIndex } from './conversation-readers.index';

const [ANA, BEN, CLEO, DORA] = [1, 2, 3, 4] as UserId[];
const [OURS, THEIRS] = [10, 11] as ConversationId[];
const [FIRST, SECOND, THIRD] = [20, 21, 22] as MessageId[];

describe('ConversationReadersIndex', () => {
  const participants: Record<number, UserId[]> = { [OURS]: [ANA, BEN], [THEIRS]: [BEN, CLEO] };
  let asked: ConversationId[][];
  let index: ConversationReadersIndex;

  beforeEach(() => {
    asked = [];
    const rows = {
      participants: async (ids: ConversationId[]) => {
        asked.push(ids);
        return ids.map((id) => ({ id, participantIds: participants[id] }));
      },
      absent: async () => [{ messageId: SECOND, userIds: [BEN] }],
    };
    index = new ConversationReadersIndex(rows as unknown as ConversationRepository, new Registry());
  });

  async function loaded(audience: Audience): Promise<Audience & { to: 'rule' }> {
    if (audience.to !== 'rule') throw new Error('not a rule');
    await index.load([audience.of]);
    return audience;
  }
  const deleted = [
    { conversationId: OURS, messageIds: [FIRST, SECOND] },
    { conversationId: THEIRS, messageIds: [THIRD] },
  ];

  it('sends to each participant the messages that the participant has', async () => {
    const audience = await loaded(readersOfConversations(deleted));
    expect([ANA, BEN, CLEO].map((userId) => index.told(audience, userId))).toEqual([
      [FIRST, SECOND],
      [FIRST, THIRD],
      [THIRD],
    ]);
    expect([...index.members(audience.of)]).toEqual([ANA, BEN, CLEO]);
    expect(index.includes(audience.of, DORA)).toBe(false);
  });

  it('excludes participants without the message, and sends other users everything', async () => {
    const audience = await loaded(readersOfConversations([{ conversationId: OURS, messageIds: [SECOND] }], [DORA]));
    expect([...index.members(audience.of)]).toEqual([DORA, ANA]);
    expect([ANA, DORA].map((userId) => index.told(audience, userId))).toEqual([null, null]);
  });

  it('sends events about no message to all participants', async () => {
    const audience = await loaded(readersOfConversations([{ conversationId: OURS, messageIds: [] }]));
    expect([...index.members(audience.of)]).toEqual([ANA, BEN]);
    expect(index.everybody(audience)).toEqual([ANA, BEN]);
  });

  it('reads the participants of a conversation once', async () => {
    for (let time = 0; time < 2; time++) await loaded(readersOfConversations(deleted));
    expect(asked).toEqual([[OURS, THEIRS]]);
  });
});
