import { stringify } from 'lossless-json';
import type { OutgoingNotification } from '../../notifications/notification';
import type { Attempt } from '../attempt';
import { PatientTransport, TransportTools } from '../patient-transport';
import type { FcmSettings } from '../settings';
import { AccessTokens, AccountIsRefused } from './access-tokens';
import { FcmResponse, readFcmResponse } from './fcm-responses';

/** Google's Firebase Cloud Messaging, HTTP v1. Google sees the token, the urgency and the sealed data. */
export class FcmTransport extends PatientTransport {
  private readonly tokens: AccessTokens;
  private readonly address: string;

  constructor({ account, url }: FcmSettings, tools: TransportTools) {
    super('fcm', tools);
    this.tokens = new AccessTokens(account, tools.clock);
    this.address = `${url}/v1/projects/${account.projectId}/messages:send`;
  }

  /** Looks whether the account is known. Never rejects. */
  async greet(): Promise<void> {
    await this.tokens.get().then(
      () => this.open(),
      (error: unknown) => error instanceof AccountIsRefused && this.close(error.message),
    );
  }

  protected override async attempt(notification: OutgoingNotification, signal: AbortSignal): Promise<Attempt> {
    try {
      const response = await this.handIn(notification, signal);
      // A token may be taken back before its time: a new one tells that from an account that is not known.
      return readFcmResponse(
        response.status === 401 ? await this.handIn(notification, signal) : response,
        this.tools.clock.now(),
      );
    } catch (error) {
      if (error instanceof AccountIsRefused) return { is: 'locked', detail: error.message };
      throw error;
    }
  }

  private async handIn(notification: OutgoingNotification, signal: AbortSignal): Promise<FcmResponse> {
    const token = await this.tokens.get();
    const response = await fetch(this.address, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: messageOf(notification),
      redirect: 'error',
      signal,
    });
    const body: unknown = await response.json().catch(() => null);
    if (response.status === 401) this.tokens.forget(token);
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body };
  }
}

const messageOf = ({ token, payload, priority }: OutgoingNotification): string =>
  stringify({ message: { token, data: payload, android: { priority } } })!;
