import { VISIBILITY } from '../user-topics/user-topic';
import { saidAfterMove } from './user-topic-move';

const { inherit, muted, unmuted, followed } = VISIBILITY;

describe('what somebody has said of a topic that moves', () => {
  it.each([
    [followed, muted, followed],
    [inherit, muted, inherit],
    [muted, inherit, inherit],
    [unmuted, followed, followed],
    [muted, unmuted, unmuted],
    [muted, muted, muted],
  ] as const)('is the stronger of %i and %i where two become one', (from, to, after) => {
    expect(saidAfterMove({ from, to, isMerge: true, follows: true })).toBe(after);
  });

  it('is what was said of it, where there was no such topic', () => {
    expect(saidAfterMove({ from: muted, to: followed, isMerge: false, follows: true })).toBe(muted);
    expect(saidAfterMove({ from: inherit, to: followed, isMerge: false, follows: true })).toBe(followed);
  });

  it('stays behind where its messages cannot be read', () => {
    expect(saidAfterMove({ from: followed, to: muted, isMerge: true, follows: false })).toBe(muted);
  });
});
