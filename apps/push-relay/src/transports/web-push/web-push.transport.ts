import { OutboundIsRefused, OutboundPosts } from '@app/platform';
import { createHash } from 'node:crypto';
import { stringify } from 'lossless-json';
import { generateRequestDetails } from 'web-push';
import type { OutgoingNotification } from '../../notifications/notification';
import type { Attempt } from '../attempt';
import { PatientTransport, TransportTools } from '../patient-transport';
import type { WebPushSettings } from '../settings';
import { readSubscription, Subscription } from './subscription';
import { readWebPushResponse } from './web-push-responses';

const KEPT_SECONDS = 86_400;
/** What services take at the least; all that is added for encryption included. */
const LONGEST_BODY = 4_096;
/** The addresses come from devices: a slow one waits for less than others do. */
const DEADLINE_MS = 5_000;

/**
 * Web Push, which is also how UnifiedPush distributors are reached. The message is encrypted once more for the subscription;
 * the service sees its address, the urgency and that we sent it.
 */
export class WebPushTransport extends PatientTransport {
  constructor(
    private readonly settings: WebPushSettings,
    private readonly posts: OutboundPosts,
    tools: TransportTools,
  ) {
    super('web_push', tools);
  }

  protected override async attempt(notification: OutgoingNotification, signal: AbortSignal): Promise<Attempt> {
    const subscription = readSubscription(notification.token);
    if (!subscription) return { is: 'gone', reason: 'invalid' };
    const { headers, body } = this.requestOf(subscription, notification);
    if (body.length > LONGEST_BODY) return { is: 'refused', reason: 'too_long' };
    try {
      const { status, retryAfter } = await this.posts.post({
        url: subscription.endpoint,
        headers,
        body,
        trustedOrigins: this.settings.ownOrigins,
        deadlineMs: DEADLINE_MS,
        signal,
      });
      return readWebPushResponse(status, retryAfter, this.tools.clock.now());
    } catch (error) {
      // It leads where nothing may be asked, now and always.
      if (error instanceof OutboundIsRefused) return { is: 'gone', reason: 'invalid' };
      throw error;
    }
  }

  private requestOf(
    subscription: Subscription,
    { payload, priority, collapseId }: OutgoingNotification,
  ): { headers: Record<string, string>; body: Buffer } {
    const { subject, publicKey, privateKey } = this.settings;
    const { headers, body } = generateRequestDetails(subscription, stringify(payload), {
      vapidDetails: { subject, publicKey, privateKey },
      TTL: KEPT_SECONDS,
      urgency: priority,
      contentEncoding: 'aes128gcm',
      ...(collapseId !== null && { topic: topicOf(collapseId) }),
    });
    return { headers: texts(headers), body };
  }
}

/** 32 characters of those that a Topic may have: messages with the same one replace each other while they wait. */
const topicOf = (collapseId: string): string =>
  createHash('sha256').update(collapseId).digest('base64url').slice(0, 32);

const texts = (headers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
