import { checkedFolderName } from './channel-folder';

describe('checkedFolderName', () => {
  it.each(['Teams', 'Straße & Söhne', '🦊 foxes', 'a'.repeat(60)])('takes %s', (name) => {
    expect(checkedFolderName(name)).toBe(name);
  });

  it('leaves out white space around the name', () => {
    expect(checkedFolderName(' \t Teams\n ')).toBe('Teams');
  });

  it.each(['', '   ', '\n\t'])('refuses a blank name: %j', (name) => {
    expect(() => checkedFolderName(name)).toThrow('cannot be blank');
  });

  it.each([
    ['a\nb', 2],
    ['ab\u0007', 3],
    ['🦊\ufffe', 2],
  ])('says where the invalid character of %j is', (name, position) => {
    expect(() => checkedFolderName(name)).toThrow(`position ${position}`);
  });
});
