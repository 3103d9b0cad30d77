import { ORGANIZATION_SECTIONS, PERSONAL_SECTIONS, hashOf, sectionOf } from './sections';

describe('the section of a link', () => {
  it.each([...PERSONAL_SECTIONS, ...ORGANIZATION_SECTIONS])('is %s by its own name', (section) => {
    expect(sectionOf(hashOf(section))).toBe(section);
  });

  it.each([
    ['organization/permissions', 'organization-permissions'],
    ['organization/profile', 'organization-profile'],
    ['organization/groups', 'user-groups'],
    ['organization/custom-emoji', 'emoji-settings'],
    ['organization/linkifiers', 'linkifier-settings'],
    ['organization/users/active', 'users'],
    ['settings/account', 'account-and-privacy'],
    ['settings/nothing', 'profile'],
    ['settings', 'profile'],
  ])('is found by part of its name: %s', (path, section) => {
    expect(sectionOf(path)).toBe(section);
  });
});
