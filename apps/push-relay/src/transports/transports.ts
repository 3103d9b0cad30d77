import type { OutboundPosts } from '@app/platform';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { DeviceKind, Transport } from '../notifications/notification';
import { ApnsTransport } from './apns/apns.transport';
import { FcmTransport } from './fcm/fcm.transport';
import type { TransportTools } from './patient-transport';
import type { TransportSettings } from './settings';
import { UnconfiguredTransport } from './unconfigured-transport';
import { WebPushTransport } from './web-push/web-push.transport';

/** One transport for each kind of device, by what the operator has given. */
export class Transports implements OnApplicationShutdown {
  readonly all: readonly Transport[];
  private readonly fcm: FcmTransport | null;
  private readonly apns: ApnsTransport | null;

  constructor({ fcm, apns, webPush }: TransportSettings, posts: OutboundPosts, tools: TransportTools) {
    const unconfigured = (kind: DeviceKind) => new UnconfiguredTransport(kind, tools.metrics, tools.log);
    this.fcm = fcm && new FcmTransport(fcm, tools);
    this.apns = apns && new ApnsTransport(apns, tools);
    this.all = [
      this.fcm ?? unconfigured('fcm'),
      this.apns ?? unconfigured('apns'),
      webPush ? new WebPushTransport(webPush, posts, tools) : unconfigured('web_push'),
    ];
  }

  /** At the start of a relay, so that wrong credentials are known before a notification waits for them. Never rejects. */
  async greet(): Promise<void> {
    await this.fcm?.greet();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.apns?.stop();
  }
}
