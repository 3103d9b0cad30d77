import type { UserId } from '@app/kernel';
import * as fc from 'fast-check';
import { audienceDifference, audienceWithout, KnownAudience } from './audience-difference';

const EVERYBODY = Array.from({ length: 12 }, (_, at) => (at + 1) as UserId);
const some = fc.subarray(EVERYBODY);
const audience: fc.Arbitrary<KnownAudience> = fc.oneof(
  some.map((ids) => ({ to: 'users' as const, ids })),
  some.map((except) => ({ to: 'organization' as const, except })),
);
const members = (one: KnownAudience): UserId[] =>
  one.to === 'users' ? [...one.ids] : EVERYBODY.filter((id) => !one.except.includes(id));

describe('the difference of two audiences', () => {
  it('tells for each user whether the channel remains, becomes or ceases to be visible', () => {
    fc.assert(
      fc.property(audience, audience, (before, after) => {
        const { both, gained, lost } = audienceDifference(before, after, EVERYBODY);
        const [then, now] = [members(before), members(after)];
        expect(members(both)).toEqual(EVERYBODY.filter((id) => then.includes(id) && now.includes(id)));
        expect(gained).toEqual(EVERYBODY.filter((id) => !then.includes(id) && now.includes(id)));
        expect(lost).toEqual(EVERYBODY.filter((id) => then.includes(id) && !now.includes(id)));
      }),
    );
  });

  it('needs no list of all users if both audiences exclude only a few', () => {
    const [before, after] = [[1], [2]].map((except) => ({ to: 'organization' as const, except: except as UserId[] }));
    expect(audienceDifference(before, after, [])).toEqual({
      both: { to: 'organization', except: [1, 2] },
      gained: [1],
      lost: [2],
    });
  });

  it('can leave users out', () => {
    fc.assert(
      fc.property(audience, some, (one, left) =>
        expect(members(audienceWithout(one, left))).toEqual(members(one).filter((id) => !left.includes(id))),
      ),
    );
  });
});
