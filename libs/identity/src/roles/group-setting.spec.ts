import type { UserGroupId } from '@app/kernel';
import fc from 'fast-check';
import { checkGroupSetting, GroupSetting, groupSettingsAreEqual, normaliseGroupSetting } from './group-setting';

const NOBODY = 1 as UserGroupId;
const set = (direct_members: number[], direct_subgroups: number[]): GroupSetting => ({
  direct_members,
  direct_subgroups,
});
const anyIds = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 4 });
const anySetting = fc.oneof(
  fc.integer({ min: 0, max: 9 }),
  fc.tuple(anyIds, anyIds).map(([members, groups]) => set(members, groups)),
);

describe('a group setting', () => {
  it('becomes the group if it is a set of that group alone', () => {
    expect(normaliseGroupSetting(set([], [7]), NOBODY)).toBe(7);
    expect(normaliseGroupSetting(set([], [7, 7]), NOBODY)).toBe(7);
  });

  it('becomes the group without members if it is an empty set', () => {
    expect(normaliseGroupSetting(set([], []), NOBODY)).toBe(NOBODY);
  });

  it('remains a set for a single user', () => {
    expect(normaliseGroupSetting(set([7], []), NOBODY)).toEqual(set([7], []));
  });

  it('lists ids ascending, each once', () => {
    expect(normaliseGroupSetting(set([3, 1, 3], [9, 2]), NOBODY)).toEqual(set([1, 3], [2, 9]));
  });

  it('is unchanged by a second normalisation, and equal for every form', () => {
    fc.assert(
      fc.property(anySetting, (value) => {
        const once = normaliseGroupSetting(value, NOBODY);
        expect(normaliseGroupSetting(once, NOBODY)).toEqual(once);
        const rewritten =
          typeof value === 'number'
            ? value
            : set([...value.direct_members].reverse(), [...value.direct_subgroups].reverse());
        expect(groupSettingsAreEqual(once, normaliseGroupSetting(rewritten, NOBODY))).toBe(true);
      }),
    );
  });

  it('differs between a group and a set', () => {
    expect(groupSettingsAreEqual(7, set([7], []))).toBe(false);
    expect(groupSettingsAreEqual(set([1], []), set([1, 2], []))).toBe(false);
  });

  it.each([
    ['text', '"7"', '$V is neither an integer nor a dict'],
    ['a fraction', '7.5', '$V is neither an integer nor a dict'],
    ['a negative id', '-1', '$V is neither an integer nor a dict'],
    ['an id beyond what is exact', '9007199254740993', '$V is neither an integer nor a dict'],
    ['null', 'null', '$V is neither an integer nor a dict'],
    ['a list', '[1]', '$V is neither an integer nor a dict'],
    ['half a set', '{"direct_members":[1]}', 'Missing $V["direct_subgroups"]'],
    ['no list', '{"direct_members":1,"direct_subgroups":[]}', '$V["direct_members"] is not a list'],
    ['text in a list', '{"direct_members":[1,"2"],"direct_subgroups":[]}', '$V["direct_members"][1] is not an integer'],
    ['one key more', '{"direct_members":[],"direct_subgroups":[],"x":1}', '$V["x"] is unexpected'],
    ['a prototype', '{"direct_members":[],"direct_subgroups":[],"__proto__":{}}', '$V["__proto__"] is unexpected'],
  ])('is refused as %s', (_, json, sentence) => {
    expect(checkGroupSetting(JSON.parse(json))).toBe(sentence);
  });

  it('is accepted in both forms', () => {
    expect(checkGroupSetting(7)).toBeNull();
    expect(checkGroupSetting(set([1], [2]))).toBeNull();
  });
});
