import { UserGroupNameIsInvalid } from '../permissions/user-group.errors';
import { userGroupName } from './user-group-name';

describe('the name of a user group', () => {
  it.each([
    ['backend', 'backend'],
    ['  Back end ', 'Back end'],
    ['roles', 'roles'],
    ['a@b', 'a@b'],
    ['x'.repeat(100), 'x'.repeat(100)],
    ['🦜'.repeat(100), '🦜'.repeat(100)],
  ])('%j is stored as %j', (given, name) => expect(userGroupName(given)).toBe(name));

  it.each([
    '',
    ' \t',
    '@here',
    ' @here',
    'role:owners',
    'Role:owners',
    'user:1',
    'stream:x',
    'channel:x',
    'x'.repeat(101),
  ])('refuses %j', (given) => expect(() => userGroupName(given)).toThrow(UserGroupNameIsInvalid));
});
