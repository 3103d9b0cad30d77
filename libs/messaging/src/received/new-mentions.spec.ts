import type { UserId } from '@app/kernel';
import { BIT } from './flag';
import { dropsRecipient, newMentions, NO_NEW_MENTIONS, hasNoRecipients } from './new-mentions';

const [ana, ben, cleo] = [1, 2, 3] as UserId[];
const text = (bits: Record<number, number> = {}, mentionsChannel = false) => ({
  marks: Object.entries(bits).map(([id, some]) => ({ userId: Number(id) as UserId, bits: some })),
  mentionsChannel,
});

describe('new mentions', () => {
  it('are users who are mentioned now and were not before, by name or as a topic participant', () => {
    const before = text({ [ben]: BIT.mentioned });
    const after = text({ [ben]: BIT.mentioned, [cleo]: BIT.mentioned | BIT.topicWildcard });
    expect(newMentions(before, after, ana)).toEqual({ namedIds: [cleo], topicIds: [], ofChannel: false });
    expect(newMentions(text(), text({ [ben]: BIT.topicWildcard }), ana)).toMatchObject({ topicIds: [ben] });
  });

  it('exclude users mentioned before in another way, the editor, and other flags of the text', () => {
    const named = text({ [ben]: BIT.mentioned });
    expect(newMentions(text({ [ben]: BIT.topicWildcard }), named, ana)).toEqual(NO_NEW_MENTIONS);
    expect(newMentions(text({}, true), text({ [ben]: BIT.mentioned }, true), ana)).toEqual(NO_NEW_MENTIONS);
    expect(newMentions(text(), named, ben)).toEqual(NO_NEW_MENTIONS);
    expect(newMentions(text(), text({ [ben]: BIT.alertWord }), ana)).toEqual(NO_NEW_MENTIONS);
    expect(newMentions(text({ [ben]: BIT.alertWord }), named, ana).namedIds).toEqual([ben]);
  });

  it('are all subscribers if the channel is mentioned', () => {
    const toAll = newMentions(text({ [ben]: BIT.mentioned }), text({ [ben]: BIT.mentioned }, true), ana);
    expect(toAll).toEqual({ namedIds: [], topicIds: [], ofChannel: true });
    expect([hasNoRecipients(toAll), hasNoRecipients(NO_NEW_MENTIONS)]).toEqual([false, true]);
  });
});

describe('an edit', () => {
  const named = text({ [ben]: BIT.mentioned, [cleo]: BIT.mentioned });

  it('no longer addresses some users, whatever the former kind of mention was', () => {
    expect(dropsRecipient(named, text({ [ben]: BIT.mentioned }))).toBe(true);
    expect(dropsRecipient(named, text({ [ben]: BIT.mentioned, [cleo]: BIT.alertWord }))).toBe(true);
    expect(dropsRecipient(text({}, true), text({ [ben]: BIT.mentioned }))).toBe(true);
  });

  it('still addresses all others', () => {
    expect(dropsRecipient(named, text({ [ben]: BIT.mentioned, [cleo]: BIT.topicWildcard }))).toBe(false);
    expect(dropsRecipient(named, text({}, true))).toBe(false);
    expect(dropsRecipient(text({ [ben]: BIT.alertWord }), text())).toBe(false);
  });
});
