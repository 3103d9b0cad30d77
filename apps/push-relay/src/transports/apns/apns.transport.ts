import { Notification, Provider } from '@parse/node-apn';
import type { ResponseFailure } from '@parse/node-apn';
import { stringify } from 'lossless-json';
import type { OutgoingNotification } from '../../notifications/notification';
import type { Attempt } from '../attempt';
import { ATTEMPT_MS, PatientTransport, TransportTools } from '../patient-transport';
import type { ApnsSettings } from '../settings';
import { readApnsResponse } from './apns-responses';

/** As long as Apple keeps what a phone that is off has not got. */
const KEPT_SECONDS = 86_400;
/** Before the attempt is ended from outside, so that a connection without answers is seen to be one. */
const ANSWER_MS = ATTEMPT_MS - 1_000;

/** Apple's Push Notification service over HTTP/2, by a signing key. Apple sees the token, the app and the sealed payload. */
export class ApnsTransport extends PatientTransport {
  private provider: Provider;

  constructor(
    private readonly settings: ApnsSettings,
    tools: TransportTools,
  ) {
    super('apns', tools);
    this.provider = this.newProvider();
  }

  async stop(): Promise<void> {
    await this.provider.shutdown();
  }

  /** A key is valid for the apps of one team: for any other app no request is made with it. */
  protected override foregone({ appId }: OutgoingNotification): Attempt | null {
    return appId !== null && this.settings.appIds.includes(appId) ? null : { is: 'gone', reason: 'wrong_app' };
  }

  protected override async attempt(outgoing: OutgoingNotification): Promise<Attempt> {
    const provider = this.provider;
    const { failed } = await provider.send(this.notificationOf(outgoing), outgoing.token);
    const [failure] = failed;
    if (!failure) return { is: 'sent' };
    const response = readFailure(failure);
    if (response.status === null) this.replace(provider);
    return readApnsResponse(response);
  }

  private notificationOf({ appId, payload, priority, pushType, collapseId }: OutgoingNotification): Notification {
    const notification = new SealedNotification(payload);
    notification.topic = appId!;
    notification.pushType = pushType;
    notification.priority = priority === 'high' ? 10 : 5;
    notification.expiry = this.tools.clock.seconds() + KEPT_SECONDS;
    if (collapseId !== null) notification.collapseId = collapseId;
    return notification;
  }

  /**
   * The library keeps a silent connection until the system closes it, which takes minutes without deliveries. So it is
   * replaced.
   */
  private replace(silent: Provider): void {
    if (this.provider !== silent) return;
    this.provider = this.newProvider();
    void silent.shutdown();
  }

  private newProvider(): Provider {
    const { key, keyId, teamId, address, port, authority } = this.settings;
    return new Provider({
      token: { key, keyId, teamId },
      address,
      port,
      ...(authority !== null && { ca: [authority] }),
      requestTimeout: ANSWER_MS,
      connectionRetryLimit: 0, // how often and when is decided here
    });
  }
}

/** The payload as it came: its integers are larger than JSON.stringify can write. */
class SealedNotification extends Notification {
  constructor(private readonly sealed: OutgoingNotification['payload']) {
    super();
  }

  compile(): string {
    return stringify(this.sealed)!;
  }
}

function readFailure({ status, response, error }: ResponseFailure): { status: number | null; reason: string | null } {
  const known = typeof status === 'number' ? status : null;
  // Of some answers the library keeps the reason as an error's text.
  const reason = response?.reason ?? (known === null ? null : (error?.message ?? null));
  return { status: known, reason: reason !== null && /^[A-Za-z]{1,40}$/.test(reason) ? reason : null };
}
