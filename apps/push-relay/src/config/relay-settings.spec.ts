import { ConfigurationIsInvalid } from '@app/platform';
import { RelayConfig } from './relay-config';
import { readRelaySettings } from './relay-settings';

describe('settings of the relay', () => {
  it('all have defaults', () => {
    expect(RelayConfig.fromEnvironment({})).toMatchObject({
      host: '127.0.0.1',
      port: 9992,
      databaseUrl: null,
      rateLimits: true,
      quotas: { perMinute: 60_000, perDay: 5_000_000 },
      transports: { fcm: null, apns: null, webPush: null },
    });
  });

  it("are not the server's", () => {
    const { port, databaseUrl } = RelayConfig.fromEnvironment({
      PORT: '9991',
      DATABASE_URL: 'postgres://a:b@c/parley',
      PARLEY_DATA_DIR: '/elsewhere',
    });
    expect([port, databaseUrl]).toEqual([9992, null]);
  });

  it('are refused with every error at once, and without secrets in the text', () => {
    const environment = {
      PARLEY_RELAY_PORT: 'http',
      PARLEY_RELAY_SECRET_KEY: 'sentinel',
      PARLEY_RELAY_QUOTA_PER_MINUTE: '5',
      PARLEY_RELAY_FCM_SERVICE_ACCOUNT_FILE: '/not/there.json',
    };
    const read = () => readRelaySettings(environment);
    expect(read).toThrow(ConfigurationIsInvalid);
    expect(read).toThrow(/4 faults[^]*PORT[^]*SECRET_KEY[^]*QUOTA_PER_MINUTE[^]*FCM_SERVICE_ACCOUNT_FILE/);
    expect(read).not.toThrow(/sentinel/);
  });

  it('report unknown names', () => {
    const environment = { PARLEY_RELAY_PROT: '1', PARLEY_PROT: '1', PARLEY_RELAY_FCM_URL: 'https://fcm.example.org' };
    expect(readRelaySettings(environment).unknown).toEqual(['PARLEY_RELAY_PROT']);
  });
});
