import type { ApiKeyId, OrganizationId, SessionId, UserId } from '@app/kernel';
import { KeyIsInvalid, RegistrationIsInvalid } from './push-device.errors';

/** The push service of Google or of Apple. */
export const TOKEN_KINDS = ['fcm', 'apns'] as const;
export type TokenKindName = (typeof TOKEN_KINDS)[number];

/** Why a registration failed permanently, in the words of the protocol. */
export type RegistrationFault = 'INVALID_BOUNCER_PUBLIC_KEY' | 'REQUEST_EXPIRED' | 'BAD_REQUEST';

/** The fields from which the status of a device follows. */
export interface RegistrationState {
  /** The id that the relay assigned; `null`: none yet. */
  readonly deviceId: bigint | null;
  readonly errorCode: RegistrationFault | null;
}

export type PushDeviceStatus = 'pending' | 'active' | 'failed';

export function statusOf({ deviceId, errorCode }: RegistrationState): PushDeviceStatus {
  if (errorCode !== null) return 'failed';
  return deviceId === null ? 'pending' : 'active';
}

/** A device that receives encrypted notifications for one account. */
export interface PushDevice extends RegistrationState {
  readonly id: number;
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  /** The client's own id for the account: 64 bits, signed. */
  readonly pushAccountId: bigint;
}

/** A registered device: notifications can be sent to it. */
export interface ActiveDevice extends PushDevice {
  readonly deviceId: bigint;
  readonly tokenKind: TokenKindName;
  /** X25519, 32 bytes. Only the device can decrypt what is sealed for this key. */
  readonly publicKey: Buffer;
}

/** A registration as a client requests it. */
export interface NewPushDevice {
  readonly tokenKind: TokenKindName;
  readonly pushAccountId: bigint;
  readonly publicKey: Buffer;
  /** The key of the relay to which `registration` is encrypted, as the client names it. */
  readonly bouncerPublicKey: string;
  /** Encrypted; only the relay can read it. */
  readonly registration: string;
  /** The credentials of the request. The device is removed with them. */
  readonly keyId: ApiKeyId | null;
  readonly sessionId: SessionId | null;
}

/** The most devices of one user. Of more, the oldest are removed. */
export const MAX_DEVICES = 50;

/** In Base64 characters. A token of 4,096 characters is shorter than this after escaping and encryption. */
export const MAX_REGISTRATION = 16_384;

const KEY_BYTES = 32;
const BASE64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/;

/** Decodes standard base64 (RFC 4648 section 4, padded); `null`: invalid. */
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
  if (text === '' || text.length > MAX_REGISTRATION || bytesOf(text) === null) throw new RegistrationIsInvalid();
}
