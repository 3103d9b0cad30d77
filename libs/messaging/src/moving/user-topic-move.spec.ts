import { VISIBILITY } from '../user-topics/user-topic';
import { policyAfterMove } from './user-topic-move';

const { inherit, muted, unmuted, followed } = VISIBILITY;

describe('the topic policy after a move', () => {
  it.each([
    [followed, muted, followed],
    [inherit, muted, inherit],
    [muted, inherit, inherit],
    [unmuted, followed, followed],
    [muted, unmuted, unmuted],
    [muted, muted, muted],
  ] as const)('is the stronger of %i and %i if two topics become one', (from, to, after) => {
    expect(policyAfterMove({ from, to, isMerge: true, canRead: true })).toBe(after);
  });

  it('is that of the old topic if the new topic did not exist', () => {
    expect(policyAfterMove({ from: muted, to: followed, isMerge: false, canRead: true })).toBe(muted);
    expect(policyAfterMove({ from: inherit, to: followed, isMerge: false, canRead: true })).toBe(followed);
  });

  it('is not moved if the messages are not readable there', () => {
    expect(policyAfterMove({ from: followed, to: muted, isMerge: true, canRead: false })).toBe(muted);
  });
});
