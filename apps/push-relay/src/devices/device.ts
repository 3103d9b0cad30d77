import type { DeviceKind } from '../notifications/notification';

/** One app on one device, for one account of one realm. */
export interface Device {
  /** Relay-wide, in decimal. */
  readonly id: string;
  readonly kind: DeviceKind;
  /** The number by which the app knows the account, in decimal; null: registered by the older protocol. */
  readonly account: string | null;
  /** Opened; never logged. */
  readonly token: string;
  readonly appId: string | null;
}
