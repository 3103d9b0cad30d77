import { Actor, Config, OutboundPosts, Secrets } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { randomBytes, timingSafeEqual } from 'node:crypto';
import {
  BigBlueButtonIsNotConfigured,
  BigBlueButtonIsUnreachable,
  CallLinkIsInvalid,
  createAddress,
  joinAddress,
  VideoCall,
} from './video-call';

const PURPOSE = 'video call';
/** The limit for the other server's answer, for which the user waits. */
const DEADLINE_MS = 5_000;

/**
 * Links to calls on a BigBlueButton server. They are signed, so that they cannot lead to another meeting of that
 * server.
 */
@Injectable()
export class VideoCalls {
  constructor(
    private readonly config: Config,
    private readonly secrets: Secrets,
    private readonly posts: OutboundPosts,
  ) {}

  /** A token for a new call. Nothing is stored. */
  link({ organizationId, userId }: Actor, name: string, isVoiceOnly: boolean): string {
    this.server();
    const meetingId = `parley-${randomBytes(12).toString('hex')}`;
    const call: VideoCall = { meetingId, name, isVoiceOnly, moderatorId: userId, organizationId };
    const payload = Buffer.from(JSON.stringify(call)).toString('base64url');
    return `${payload}.${this.secrets.token(PURPOSE, payload)}`;
  }

  /**
   * The address at which the user joins the call. The meeting is created if necessary.
   * @throws BigBlueButtonIsNotConfigured, CallLinkIsInvalid also for a link of another organization,
   * BigBlueButtonIsUnreachable
   */
  async join({ organizationId, userId, fullName }: Actor, token: string): Promise<string> {
    const server = this.server();
    const call = this.callIn(token);
    if (call.organizationId !== organizationId) throw new CallLinkIsInvalid();
    const url = createAddress(server, call);
    try {
      const trustedOrigins = [new URL(server.url).origin];
      const post = { url, headers: {}, body: Buffer.alloc(0), trustedOrigins, deadlineMs: DEADLINE_MS };
      const { status } = await this.posts.post(post);
      if (status !== 200) throw new BigBlueButtonIsUnreachable();
    } catch {
      throw new BigBlueButtonIsUnreachable();
    }
    return joinAddress(server, call, { id: userId, fullName });
  }

  private server(): NonNullable<Config['bigBlueButton']> {
    if (!this.config.bigBlueButton) throw new BigBlueButtonIsNotConfigured();
    return this.config.bigBlueButton;
  }

  private callIn(token: string): VideoCall {
    const [payload = '', signature = '', ...rest] = token.split('.');
    const expected = Buffer.from(this.secrets.token(PURPOSE, payload));
    const given = Buffer.from(signature);
    const isOurs = given.length === expected.length && timingSafeEqual(given, expected) && rest.length === 0;
    if (!isOurs) throw new CallLinkIsInvalid();
    return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as VideoCall;
  }
}
