import { randomBytes } from 'node:crypto';
import sodium from 'libsodium-wrappers';

export type Route =
  | { kind: 'fcm'; token: string }
  | { kind: 'apns'; token: string; appId: string }
  /** Only the relay knows this kind: to the server it is an Android device. */
  | { kind: 'web_push'; token: string };

/** An application on a phone, for one account: with a key pair and an id of its own, it decrypts its notifications. */
export class TestDevice {
  private readonly keys = sodium.crypto_box_keypair();

  private constructor(
    readonly route: Route,
    readonly accountId: bigint,
  ) {}

  /** Its id, random by default: positive, of 63 bits, more than JavaScript's numbers hold. */
  static async on(route: Route, accountId = randomBytes(8).readBigUInt64BE() >> 1n || 1n): Promise<TestDevice> {
    await sodium.ready;
    return new TestDevice(route, accountId);
  }

  get publicKey(): string {
    return base64(this.keys.publicKey);
  }

  /** The parameters of POST /mobile_push/register; the dictionary is encrypted for the relay's key. */
  registration(relayKey: string, at = Math.floor(Date.now() / 1000)): Record<string, string> {
    const { kind, token } = this.route;
    const dictionary = {
      token,
      token_kind: kind,
      timestamp: at,
      ios_app_id: this.route.kind === 'apns' ? this.route.appId : null,
    };
    const box = sodium.crypto_box_seal(JSON.stringify(dictionary), Buffer.from(relayKey, 'base64'));
    return {
      token_kind: kind === 'apns' ? 'apns' : 'fcm',
      push_account_id: String(this.accountId),
      push_public_key: this.publicKey,
      bouncer_public_key: relayKey,
      encrypted_push_registration: base64(box),
    };
  }

  /** What was encrypted for this device. @throws Error when it was encrypted for another */
  open(encrypted: string): Record<string, unknown> {
    const { publicKey, privateKey } = this.keys;
    const opened = sodium.crypto_box_seal_open(Buffer.from(encrypted, 'base64'), publicKey, privateKey);
    return JSON.parse(Buffer.from(opened).toString()) as Record<string, unknown>;
  }
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
