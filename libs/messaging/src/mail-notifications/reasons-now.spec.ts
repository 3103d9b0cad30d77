import { BIT } from '../received/flag';
import { REASON } from './missed-message';
import { reasonsNow } from './reasons-now';

const { direct, mentioned, topicWildcard, channelWildcard, followed, channel } = REASON;
const standing = (bits = 0, mentionsChannel = false) => ({ bits, isReceived: true, mentionsChannel });

describe('the reasons to tell of a message that was missed', () => {
  it('of a direct message are that it is one', () => {
    expect(reasonsNow(direct, standing(BIT.mentioned))).toEqual([direct]);
  });

  it('are no mention that was edited away, but what one wants to hear of anyway', () => {
    expect(reasonsNow(mentioned, standing(BIT.mentioned))).toEqual([mentioned, followed, channel]);
    expect(reasonsNow(mentioned, standing())).toEqual([followed, channel]);
    expect(reasonsNow(topicWildcard, standing(BIT.topicWildcard))).toEqual([topicWildcard, followed, channel]);
    expect(reasonsNow(channelWildcard, standing(0, true))).toEqual([channelWildcard, followed, channel]);
  });

  it('are the weaker mention, where the stronger one is gone', () => {
    expect(reasonsNow(mentioned, standing(BIT.topicWildcard, true))).toEqual([
      topicWildcard,
      channelWildcard,
      followed,
      channel,
    ]);
  });

  it('are never stronger than the one that it was missed for', () => {
    expect(reasonsNow(followed, standing(BIT.mentioned))).toEqual([followed, channel]);
    expect(reasonsNow(channel, standing(BIT.mentioned))).toEqual([channel]);
  });
});
