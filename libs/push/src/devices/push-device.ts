import type { ApiKeyId, OrganizationId, SessionId, UserId } from '@app/kernel';
import { KeyIsInvalid, RegistrationIsInvalid } from './push-device.errors';

/** Google's service, or Apple's. */
export const TOKEN_KINDS = ['fcm', 'apns'] as const;
export type TokenKindName = (typeof TOKEN_KINDS)[number];

/** Why a registration failed for good, in the words that clients know. */
export type RegistrationFault = 'INVALID_BOUNCER_PUBLIC_KEY' | 'REQUEST_EXPIRED' | 'BAD_REQUEST';

/** What becomes of a device is told by what the relay has said of it. */
export interface RegistrationState {
  /** The relay's id of it; null: it has given none. */
  readonly deviceId: bigint | null;
  readonly errorCode: RegistrationFault | null;
}

export type PushDeviceStatus = 'pending' | 'active' | 'failed';

export function statusOf({ deviceId, errorCode }: RegistrationState): PushDeviceStatus {
  if (errorCode !== null) return 'failed';
  return deviceId === null ? 'pending' : 'active';
}

/** A device that takes encrypted notifications for one account. */
export interface PushDevice extends RegistrationState {
  readonly id: number;
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  /** The client's own number for the account: 64 bits, signed. */
  readonly pushAccountId: bigint;
}

/** One that the relay knows: notifications can be sent to it. */
export interface ActiveDevice extends PushDevice {
  readonly deviceId: bigint;
  readonly tokenKind: TokenKindName;
  /** X25519, 32 bytes: what is sealed to it only the device can read. */
  readonly publicKey: Buffer;
}

/** A registration as a client asks for it. */
export interface NewPushDevice {
  readonly tokenKind: TokenKindName;
  readonly pushAccountId: bigint;
  readonly publicKey: Buffer;
  /** The relay's key that `registration` is encrypted to, as the client names it. */
  readonly bouncerPublicKey: string;
  /** For the relay alone. */
  readonly registration: string;
  /** What the client has shown: with the end of that ends the device. */
  readonly keyId: ApiKeyId | null;
  readonly sessionId: SessionId | null;
}

/** Nobody carries so many phones; of more, those that registered first are forgotten. */
export const MOST_DEVICES = 50;

/** Base64 characters. A token of 4,096 characters, escaped and encrypted, is shorter. */
export const MOST_REGISTRATION = 16_384;

const KEY_BYTES = 32;
const BASE64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/;

/** The bytes that a text stands for in standard base64 (RFC 4648 4, padded); null: it is none. */
function bytesOf(text: string): Buffer | null {
  if (!BASE64.test(text)) return null;
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}

/**
 * A public key of 32 bytes.
 * @throws KeyIsInvalid
 */
export function keyIn(parameter: string, text: string): Buffer {
  const bytes = bytesOf(text);
  if (bytes?.length !== KEY_BYTES) throw new KeyIsInvalid(parameter);
  return bytes;
}

/** @throws RegistrationIsInvalid */
export function assertRegistration(text: string): void {
  if (text === '' || text.length > MOST_REGISTRATION || bytesOf(text) === null) throw new RegistrationIsInvalid();
}
