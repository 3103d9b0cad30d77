import { privacyOf } from './privacy';

describe('privacyOf', () => {
  it.each([
    ['public', { isPrivate: false, isWebPublic: false, historyPublicToSubscribers: null }, true],
    ['public', { isPrivate: false, isWebPublic: false, historyPublicToSubscribers: true }, true],
    ['web-public', { isPrivate: false, isWebPublic: true, historyPublicToSubscribers: null }, true],
    ['private, protected', { isPrivate: true, isWebPublic: false, historyPublicToSubscribers: null }, false],
    ['private, protected', { isPrivate: true, isWebPublic: false, historyPublicToSubscribers: false }, false],
    ['private, shared', { isPrivate: true, isWebPublic: false, historyPublicToSubscribers: true }, true],
  ])('recognises %s channels', (_, wanted, isShared) => {
    expect(privacyOf(wanted)).toEqual({ ...wanted, historyPublicToSubscribers: isShared });
  });

  it.each([
    { isPrivate: true, isWebPublic: true, historyPublicToSubscribers: null },
    { isPrivate: true, isWebPublic: true, historyPublicToSubscribers: true },
    { isPrivate: false, isWebPublic: false, historyPublicToSubscribers: false },
    { isPrivate: false, isWebPublic: true, historyPublicToSubscribers: false },
  ])('refuses %j', (wanted) => {
    expect(() => privacyOf(wanted)).toThrow(/channel/);
  });
});
