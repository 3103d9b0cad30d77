import { LANGUAGES, languageName } from './language';
import { isTimeZone } from './time-zone';

describe('a time zone', () => {
  it.each(['Europe/Berlin', 'US/Pacific', 'Etc/GMT+5', 'UTC', 'America/Port-au-Prince', 'Asia/Kolkata', 'EST5EDT'])(
    'is %s',
    (name) => {
      expect(isTimeZone(name)).toBe(true);
    },
  );

  it.each([
    '',
    'europe/berlin',
    'EUROPE/BERLIN',
    'Europe/Atlantis',
    '+05:30',
    'Europe/Berlin ',
    '../etc',
    'x'.repeat(100),
  ])('is not %j', (name) => {
    expect(isTimeZone(name)).toBe(false);
  });
});

describe('a language', () => {
  it('has a name in its own language', () => {
    expect(['de', 'pt-br', 'zh-hans'].map(languageName)).toEqual(['Deutsch', 'português (Brasil)', '简体中文']);
    for (const tag of LANGUAGES) expect(languageName(tag)).not.toBe('');
  });
});
