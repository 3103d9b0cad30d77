import type { UserGroupId } from '@app/kernel';
import fc from 'fast-check';
import { ExpectationMismatch } from '../errors';
import { GroupSetting, groupSettingsAreEqual, normaliseGroupSetting } from '../roles/group-setting';
import { changedGroupSetting, checkGroupSettingChange, shownGroupSetting } from './group-setting-change';

const NOBODY = 1 as UserGroupId;
const set = (direct_members: number[], direct_subgroups: number[]): GroupSetting => ({
  direct_members,
  direct_subgroups,
});
const anyIds = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 4 });
/** A value as clients send it. */
const anyValue = fc.oneof(
  fc.integer({ min: 0, max: 5 }),
  fc.tuple(anyIds, anyIds).map(([members, groups]) => set(members, groups)),
);
/** A value as it is stored. */
const anyStored = anyValue.map((value) => normaliseGroupSetting(value, NOBODY));
const anyClosed = fc.uniqueArray(fc.integer({ min: 0, max: 5 }));
const usersWith = (closed: readonly number[]) => ({ isDeactivated: (id: number) => closed.includes(id) });

/** The same value in another form. */
const rewritten = (value: GroupSetting): GroupSetting =>
  typeof value === 'number'
    ? set([], [value, value])
    : set([...value.direct_members, ...value.direct_members].reverse(), [...value.direct_subgroups].reverse());

describe('a change of a group setting', () => {
  it('is none if the client wants the shown value, in any form', () => {
    fc.assert(
      fc.property(anyStored, anyClosed, (stored, closed) => {
        const shown = shownGroupSetting(stored, usersWith(closed));
        expect(changedGroupSetting({ new: shown, old: shown }, shown, NOBODY)).toBeNull();
        expect(changedGroupSetting({ new: rewritten(shown), old: rewritten(shown) }, shown, NOBODY)).toBeNull();
      }),
    );
  });

  it('is the normalised value exactly if that differs', () => {
    fc.assert(
      fc.property(anyStored, anyValue, (stored, wanted) => {
        const value = normaliseGroupSetting(wanted, NOBODY);
        const expected = groupSettingsAreEqual(stored, value) ? null : value;
        expect(changedGroupSetting({ new: wanted }, stored, NOBODY)).toEqual(expected);
        expect(changedGroupSetting({ new: wanted, old: rewritten(stored) }, stored, NOBODY)).toEqual(expected);
      }),
    );
  });

  it('is refused if the client expects another present value, even if it wants the present one', () => {
    fc.assert(
      fc.property(anyStored, anyValue, anyValue, (stored, wanted, expected) => {
        fc.pre(!groupSettingsAreEqual(stored, normaliseGroupSetting(expected, NOBODY)));
        expect(() => changedGroupSetting({ new: wanted, old: expected }, stored, NOBODY)).toThrow(ExpectationMismatch);
        expect(() => changedGroupSetting({ new: stored, old: expected }, stored, NOBODY)).toThrow(ExpectationMismatch);
      }),
    );
  });

  it('does not treat an empty set as the group of no users', () => {
    const shown = shownGroupSetting(set([4], []), usersWith([4]));
    expect(shown).toEqual(set([], []));
    expect(() => changedGroupSetting({ new: 3, old: NOBODY }, shown, NOBODY)).toThrow(ExpectationMismatch);
    expect(changedGroupSetting({ new: NOBODY }, shown, NOBODY)).toBe(NOBODY);
  });
});

describe('a group setting as it is shown', () => {
  it('lacks closed accounts and nothing else, and keeps what is stored', () => {
    fc.assert(
      fc.property(anyStored, anyClosed, (stored, closed) => {
        const before = structuredClone(stored);
        const shown = shownGroupSetting(stored, usersWith(closed));
        expect(stored).toEqual(before);
        if (typeof stored === 'number') return expect(shown).toBe(stored);
        expect(shown).toEqual({
          direct_members: stored.direct_members.filter((id) => !closed.includes(id)),
          direct_subgroups: stored.direct_subgroups,
        });
      }),
    );
  });
});

describe('the update object', () => {
  it.each([
    ['a number', '7', '$V is not a dict'],
    ['a list', '[]', '$V is not a dict'],
    ['nothing new', '{"old":7}', 'Missing $V["new"]'],
    ['a key more', '{"new":7,"x":1}', '$V["x"] is unexpected'],
    ['a prototype', '{"new":7,"__proto__":{}}', '$V["__proto__"] is unexpected'],
    ['text', '{"new":"7"}', '$V["new"] is neither an integer nor a dict'],
    ['a broken set', '{"new":7,"old":{"direct_members":[1]}}', 'Missing $V["old"]["direct_subgroups"]'],
    ['null', '{"new":null}', '$V["new"] is neither an integer nor a dict'],
  ])('is refused as %s', (_, json, sentence) => {
    expect(checkGroupSettingChange(JSON.parse(json))).toBe(sentence);
  });

  it('is accepted with and without the old value', () => {
    expect(checkGroupSettingChange({ new: 7 })).toBeNull();
    expect(checkGroupSettingChange({ new: set([1], []), old: 7 })).toBeNull();
  });

  it('treats a null old value as absent', () => {
    expect(checkGroupSettingChange({ new: 7, old: null })).toBeNull();
    expect(changedGroupSetting({ new: 7, old: null }, 8, NOBODY)).toBe(7);
  });
});
