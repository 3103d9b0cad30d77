import { botEmail } from './bot';
import { isEmailAddress } from '../records/email-address';
import { BotNameIsInvalid } from './bot.errors';

describe('botEmail', () => {
  it("is the short name and a word that no user's address has, at the host of the server", () => {
    expect(botEmail(' Build ', 'chat.example.org')).toBe('build-bot@chat.example.org');
    expect(isEmailAddress(botEmail('x'.repeat(60), 'chat.example.org'))).toBe(true);
  });

  it.each(['', '   ', 'two words', 'a@b', 'käfer', 'x'.repeat(61), 'a\nb', 'a\0b'])('is refused for %j', (name) => {
    expect(() => botEmail(name, 'chat.example.org')).toThrow(BotNameIsInvalid);
  });
});
