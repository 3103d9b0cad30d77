import { RequestRefused } from '@parley/client';
import { speak } from '../i18n';
import { refusalOf } from './refusal';

const refused = (code: string) => Promise.reject(new RequestRefused(400, code, 'As the server says it', {}, null));

describe('what the server said to a request', () => {
  it('is said in the words of the server in English', async () => {
    expect((await refusalOf(refused('CHANNEL_ALREADY_EXISTS')))?.message).toBe('As the server says it');
  });

  it('has own words in another language where the code says enough', async () => {
    Object.assign(globalThis, { document: { documentElement: {} } });
    await speak('de');
    expect((await refusalOf(refused('CHANNEL_ALREADY_EXISTS')))?.message).toContain('Kanal mit diesem Namen');
    expect((await refusalOf(refused('BAD_REQUEST')))?.message).toBe('As the server says it');
    await speak('en');
  });
});
