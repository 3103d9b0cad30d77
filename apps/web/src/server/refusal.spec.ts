import { RequestRefused } from '@parley/client';
import { speak } from '../i18n';
import { refusalOf } from './refusal';

const refused = (code: string, message = 'As the server says it') =>
  Promise.reject(new RequestRefused(400, code, message, {}, null));

describe('what the server said to a request', () => {
  it('is said in the words of the server in English', async () => {
    expect((await refusalOf(refused('CHANNEL_ALREADY_EXISTS')))?.message).toBe('As the server says it');
  });

  it('has own words in another language, by its message or its code', async () => {
    Object.assign(globalThis, { document: { documentElement: {} } });
    await speak('de');
    expect((await refusalOf(refused('CHANNEL_ALREADY_EXISTS')))?.message).toContain('Kanal mit diesem Namen');
    expect((await refusalOf(refused('BAD_REQUEST')))?.message).toBe('As the server says it');
    for (const [message, words] of [
      ['Invalid bot type', 'Diese Art von Bots gibt es nicht.'],
      ["A user group 'a (b) {}' exists already", 'Eine Gruppe „a (b) {}“ gibt es schon.'],
      ['There can be at most 7 custom emoji', 'Höchstens 7 eigene Emoji sind möglich.'],
      ['title is too long (limit: 60 characters)', 'Der Titel ist zu lang, höchstens 60 Zeichen sind möglich.'],
      ['The password is too weak: it is easy to guess', 'Das Passwort ist zu schwach: Es ist leicht zu erraten.'],
    ] as const)
      expect((await refusalOf(refused('BAD_REQUEST', message)))?.message).toBe(words);
    await speak('en');
  });
});
