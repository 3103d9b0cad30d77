import * as fc from 'fast-check';
import { changedSettings } from './personal-settings';

const value = fc.oneof(fc.boolean(), fc.integer({ min: 0, max: 3 }), fc.constantFrom('a', 'b'));
const settings = fc.record({ a: value, b: value, c: value, d: value });
const patches = fc.record({ a: value, b: value, c: value, d: value }, { requiredKeys: [] });

describe('changedSettings', () => {
  it('contains the wanted changes and nothing else', () => {
    fc.assert(
      fc.property(settings, patches, (present, patch) => {
        expect({ ...present, ...changedSettings(present, patch) }).toEqual({ ...present, ...patch });
      }),
    );
  });

  it('is empty the second time, and names only differing settings', () => {
    fc.assert(
      fc.property(settings, patches, (present, patch) => {
        const changes = changedSettings(present, patch);
        expect(changedSettings({ ...present, ...changes }, patch)).toEqual({});
        for (const [name, one] of Object.entries(changes)) expect(one).not.toBe(present[name as 'a']);
      }),
    );
  });
});
