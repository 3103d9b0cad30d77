import { checkedFolderName } from './channel-folder';

describe('checkedFolderName', () => {
  it.each(['Teams', 'Straße & Söhne', '🦊 foxes', 'a'.repeat(60)])('accepts %s', (name) => {
    expect(checkedFolderName(name)).toBe(name);
  });

  it('removes white space around the name', () => {
    expect(checkedFolderName(' \t Teams\n ')).toBe('Teams');
  });

  it.each(['', '   ', '\n\t'])('refuses a blank name: %j', (name) => {
    expect(() => checkedFolderName(name)).toThrow('cannot be blank');
  });

  it.each([
    ['a\nb', 2],
    ['ab\u0007', 3],
    ['🦊\ufffe', 2],
  ])('names the position of the invalid character in %j', (name, position) => {
    expect(() => checkedFolderName(name)).toThrow(`position ${position}`);
  });
});
