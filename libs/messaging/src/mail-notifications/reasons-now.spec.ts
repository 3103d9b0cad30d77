import { BIT } from '../received/flag';
import { REASON } from './missed-message';
import { reasonsNow } from './reasons-now';

const { direct, mentioned, topicWildcard, channelWildcard, followed, channel } = REASON;
const standing = (bits = 0, mentionsChannel = false) => ({ bits, isReceived: true, mentionsChannel });

describe('the current reasons to notify of a missed message', () => {
  it('of a direct message are that it is one', () => {
    expect(reasonsNow(direct, standing(BIT.mentioned))).toEqual([direct]);
  });

  it("exclude a mention that was edited away, but include the user's general settings", () => {
    expect(reasonsNow(mentioned, standing(BIT.mentioned))).toEqual([mentioned, followed, channel]);
    expect(reasonsNow(mentioned, standing())).toEqual([followed, channel]);
    expect(reasonsNow(topicWildcard, standing(BIT.topicWildcard))).toEqual([topicWildcard, followed, channel]);
    expect(reasonsNow(channelWildcard, standing(0, true))).toEqual([channelWildcard, followed, channel]);
  });

  it('include a weaker mention if the stronger one was removed', () => {
    expect(reasonsNow(mentioned, standing(BIT.topicWildcard, true))).toEqual([
      topicWildcard,
      channelWildcard,
      followed,
      channel,
    ]);
  });

  it('are never stronger than the original one', () => {
    expect(reasonsNow(followed, standing(BIT.mentioned))).toEqual([followed, channel]);
    expect(reasonsNow(channel, standing(BIT.mentioned))).toEqual([channel]);
  });
});
