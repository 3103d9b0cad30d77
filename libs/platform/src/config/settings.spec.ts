import { ConfigurationIsInvalid } from './environment';
import { readSettings } from './settings';

describe('settings', () => {
  it('all have defaults', () => {
    expect(readSettings({})).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 9991,
      DATABASE_URL: null,
      PARLEY_RATE_LIMITS: true,
      PARLEY_DEV_LOGIN: false,
    });
  });

  it('are refused with every error at once, and without a password in the text', () => {
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

  it('accept a replica of an external database only', () => {
    const DATABASE_URL = 'postgres://parley:secret@127.0.0.1:5432/parley';
    const DATABASE_READ_URL = 'postgres://parley:secret@127.0.0.1:5433/parley';
    expect(readSettings({ DATABASE_URL, DATABASE_READ_URL })).toMatchObject({ DATABASE_READ_URL });
    expect(() => readSettings({ DATABASE_READ_URL })).toThrow(/DATABASE_READ_URL needs DATABASE_URL/);
    expect(() => readSettings({ DATABASE_URL, DATABASE_READ_URL: 'mysql://x/y' })).toThrow(/DATABASE_READ_URL/);
  });

  it('accept poolers only in front of an external database', () => {
    const DATABASE_URL = 'postgres://parley:secret@127.0.0.1:6432/parley';
    const read = (PARLEY_DATABASE_POOLER: string) =>
      readSettings({ DATABASE_URL, PARLEY_DATABASE_POOLER }).PARLEY_DATABASE_POOLER;
    expect([read('transaction'), read('none'), read('')]).toEqual(['transaction', null, null]);
    expect(() => read('statement')).toThrow(/PARLEY_DATABASE_POOLER is "statement", expected transaction or none/);
    expect(() => readSettings({ PARLEY_DATABASE_POOLER: 'transaction' })).toThrow(/needs DATABASE_URL/);
    expect(() => readSettings({ PARLEY_DATABASE_POOL: '3' })).toThrow(/expected a number from 4 to 1000/);
  });

  it('read the push relay as a whole, and never show its key', () => {
    const relay = { PARLEY_PUSH_RELAY_URL: 'https://push.example.org/below/', PARLEY_PUSH_RELAY_ORG_ID: 'an-id' };
    expect(() => readSettings(relay)).toThrow(
      /PARLEY_PUSH_RELAY_URL and PARLEY_PUSH_RELAY_ORG_ID need PARLEY_PUSH_RELAY_ORG_KEY/,
    );
    const whole = readSettings({ ...relay, PARLEY_PUSH_RELAY_ORG_KEY: 'a-key' });
    expect(whole.PARLEY_PUSH_RELAY_URL).toBe('https://push.example.org/below');
    const wrong = () =>
      readSettings({
        PARLEY_PUSH_RELAY_URL: 'https://user:secret@push.example.org',
        PARLEY_PUSH_RELAY_ORG_ID: 'has:colon',
        PARLEY_PUSH_RELAY_ORG_KEY: 'a\tbroken key',
      });
    expect(wrong).toThrow(/3 faults/);
    expect(wrong).not.toThrow(/broken/);
  });

  it('report unknown names', () => {
    expect(readSettings({ PARLEY_PROT: '1', OTHER: '1' }).unknown).toEqual(['PARLEY_PROT']);
  });
});
