/** How a device is reached: Google's service, Apple's, or the endpoint of a Web Push (UnifiedPush) distributor. */
export const DEVICE_KINDS = ['fcm', 'apns', 'web_push'] as const;
export type DeviceKind = (typeof DEVICE_KINDS)[number];

/** One notification on its way to one device. Nothing of it is stored or logged. */
export interface OutgoingNotification {
  /** Id of the organization that it is sent for: what is scarce is shared among them. */
  readonly organizationId: string;
  /** The relay's id of the device, in decimal. For matching, and for logs. */
  readonly deviceId: string;
  /** Registration token (FCM), device token in hex (APNs), or the JSON text of `{endpoint, keys: {p256dh, auth}}`. */
  readonly token: string;
  /** Bundle id of the app, which is APNs' topic; null for the other kinds. */
  readonly appId: string | null;
  readonly priority: 'high' | 'normal';
  /** `background` shows nothing: it takes back what was shown. */
  readonly pushType: 'alert' | 'background';
  /** At most 64 characters; of two notifications with the same one a device shows one. Null: none. */
  readonly collapseId: string | null;
  /**
   * What the device gets, whole and in its final shape. FCM: the `data`, whose values are strings. APNs: the dictionary
   * with `aps`. Web Push: the object that is encrypted. A `bigint` is a JSON integer.
   */
  readonly payload: Readonly<Record<string, unknown>>;
}

/**
 * The outcome of a notification. `gone`: the device has unregistered and its token is invalid. `refused`: the service
 * will never accept this notification, for example because it is too long. `failed`: try again later.
 */
export type Outcome = 'sent' | 'gone' | 'refused' | 'failed';

/** A way to devices of one kind; implemented in transports/, used by notifications.service.ts. */
export interface Transport {
  readonly kind: DeviceKind;
  /**
   * Sends all of them and answers for each, in their order. Retries within bounds; never rejects, and ends
   * within 20 s, so that the server that waits for it (30 s) gets its answer.
   */
  send(batch: readonly OutgoingNotification[]): Promise<Outcome[]>;
  /** What keeps the whole way closed, in one sentence for the operator (no credentials, wrong ones); null: nothing. */
  trouble(): string | null;
}

/** Where the transports are injected: `@Inject(TRANSPORTS) transports: readonly Transport[]`, one for each kind. */
export const TRANSPORTS = Symbol('transports');
