import * as fc from 'fast-check';
import { changedSettings } from './personal-settings';

const value = fc.oneof(fc.boolean(), fc.integer({ min: 0, max: 3 }), fc.constantFrom('a', 'b'));
const settings = fc.record({ a: value, b: value, c: value, d: value });
const wishes = fc.record({ a: value, b: value, c: value, d: value }, { requiredKeys: [] });

describe('changedSettings', () => {
  it('contains the wanted changes and nothing else', () => {
    fc.assert(
      fc.property(settings, wishes, (present, wish) => {
        expect({ ...present, ...changedSettings(present, wish) }).toEqual({ ...present, ...wish });
      }),
    );
  });

  it('is empty the second time, and names only differing settings', () => {
    fc.assert(
      fc.property(settings, wishes, (present, wish) => {
        const changes = changedSettings(present, wish);
        expect(changedSettings({ ...present, ...changes }, wish)).toEqual({});
        for (const [name, one] of Object.entries(changes)) expect(one).not.toBe(present[name as 'a']);
      }),
    );
  });
});
