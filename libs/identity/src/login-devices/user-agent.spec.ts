import { programOf, systemOf, withoutVersions } from './user-agent';

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const EDGE = `${CHROME.replace('X11; Linux x86_64', 'Windows NT 10.0; Win64; x64')} Edg/141.0.0.0`;
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1';

describe('The name of a device', () => {
  it.each([
    [CHROME, 'Chrome', 'Linux'],
    [EDGE, 'Edge', 'Windows'],
    [SAFARI, 'Safari', 'macOS'],
    [PHONE, 'Chrome', 'iOS'],
    ['Mozilla/5.0 (Android 14; Mobile; rv:131.0) Gecko/131.0 Firefox/131.0', 'Firefox', 'Android'],
    ['ZulipMobile/30.0.266 (Android 14)', 'the mobile app', 'Android'],
    ['ZulipTerminal/0.7.0 (Linux)', 'the terminal client', 'Linux'],
    ['curl/8.5.0', 'curl', null],
    ['', null, null],
    ['<b>Chrome</b>', null, null],
  ])('of %j is %s on %s', (userAgent, program, system) => {
    expect([programOf(userAgent), systemOf(userAgent)]).toEqual([program, system]);
  });

  it('is the same after an update', () => {
    expect(withoutVersions('ZulipMobile/30.0.266 (Android 14)')).toBe(withoutVersions('ZulipMobile/31.1 (Android 15)'));
    expect(withoutVersions(CHROME)).not.toBe(withoutVersions(EDGE));
  });
});
