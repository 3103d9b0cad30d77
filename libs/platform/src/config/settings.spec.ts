import { ConfigurationIsInvalid, readSettings } from './settings';

describe('settings', () => {
  it('need nothing', () => {
    expect(readSettings({})).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 9991,
      DATABASE_URL: null,
      PARLEY_RATE_LIMITS: true,
      PARLEY_DEV_LOGIN: false,
    });
  });

  it('are refused with every fault at once, and without a password in the text', () => {
    const environment = {
      PORT: 'http',
      DATABASE_URL: 'mysql://x/y',
      PARLEY_RATE_LIMITS: 'maybe',
      PARLEY_OWNER_PASSWORD: 'abc',
    };
    const read = () => readSettings(environment);
    expect(read).toThrow(ConfigurationIsInvalid);
    expect(read).toThrow(/4 faults[^]*PORT is "http"[^]*DATABASE_URL[^]*PARLEY_RATE_LIMITS/);
    expect(read).not.toThrow(/abc/);
  });

  it('refuse keys without a password in production', () => {
    expect(() => readSettings({ PARLEY_DEV_LOGIN: '1', NODE_ENV: 'production' })).toThrow(/PARLEY_DEV_LOGIN/);
  });

  it('remember names that nobody reads', () => {
    expect(readSettings({ PARLEY_PROT: '1', OTHER: '1' }).unknown).toEqual(['PARLEY_PROT']);
  });
});
