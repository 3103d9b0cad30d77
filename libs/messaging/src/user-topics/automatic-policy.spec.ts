import { Deed, mayChange, visibilityAfter } from './automatic-policy';
import { VISIBILITY } from './user-topic';

const { inherit, muted, unmuted, followed } = VISIBILITY;
const [PARTAKING, SENDING, BEGINNING, NEVER] = [1, 2, 3, 4];
const DEEDS: Deed[] = ['partakes', 'sends', 'begins'];

describe('the automatic policies of a user', () => {
  it.each([
    [PARTAKING, ['partakes', 'sends', 'begins']],
    [SENDING, ['sends', 'begins']],
    [BEGINNING, ['begins']],
    [NEVER, []],
  ])('%i follows by %j', (followsTopics, deeds) => {
    const habits = { followsTopics, unmutesTopics: NEVER };
    const standing = { visibility: inherit, isChannelMuted: true };
    expect(DEEDS.filter((deed) => mayChange(habits, deed))).toEqual(deeds);
    expect(DEEDS.filter((deed) => visibilityAfter(deed, habits, standing) === followed)).toEqual(deeds);
  });

  it('unmute only in muted channels, and prefer following to unmuting', () => {
    const habits = { followsTopics: BEGINNING, unmutesTopics: SENDING };
    const after = (deed: Deed, isChannelMuted: boolean) =>
      visibilityAfter(deed, habits, { visibility: inherit, isChannelMuted });
    expect([after('sends', true), after('sends', false), after('begins', true)]).toEqual([unmuted, null, followed]);
  });

  it('never weaken a policy', () => {
    const habits = { followsTopics: NEVER, unmutesTopics: PARTAKING };
    const after = (visibility: 0 | 1 | 2 | 3) => visibilityAfter('sends', habits, { visibility, isChannelMuted: true });
    expect([inherit, muted, unmuted, followed].map(after)).toEqual([unmuted, unmuted, null, null]);
  });
});
