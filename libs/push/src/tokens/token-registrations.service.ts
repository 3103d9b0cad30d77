import { Backlog, Log, Worker, Workers } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { RelayResponse, failureText } from '../relay/relay-response';
import { DeviceTokenRepository, TokenTask } from './device-token.repository';
import { TOKEN_WORKER } from './device-tokens.service';
import { PushIdentities } from './push-identities.service';
import { Relay } from '../relay/relay.client';
import { RelayResponses } from '../devices/relay-responses.service';

const EVERY_MS = 5_000;
const AT_ONCE = 10;

/** The relay's numbers for the kinds of tokens. */
const RELAY_KIND = { apns: 1, gcm: 2 } as const;

/** Tells the relay which legacy tokens are registered or removed. */
@Injectable()
export class TokenRegistrations implements Worker, OnModuleInit {
  readonly name = TOKEN_WORKER;
  readonly everyMs = EVERY_MS;

  constructor(
    private readonly rows: DeviceTokenRepository,
    private readonly relay: Relay,
    private readonly responses: RelayResponses,
    private readonly identities: PushIdentities,
    private readonly workers: Workers,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.workers.add(this);
  }

  async work(signal: AbortSignal): Promise<boolean> {
    if (!this.relay.isConfigured) return false;
    const tasks = await this.rows.take(AT_ONCE);
    const troubles = await Promise.all(tasks.map((task) => this.tell(task, signal)));
    const why = troubles.find((one) => one !== null);
    if (why) this.log.warn('the relay could not be told of devices of the older way', { why });
    return tasks.length === AT_ONCE;
  }

  async backlog(): Promise<Backlog> {
    return this.relay.isConfigured ? this.rows.backlog() : { waiting: 0, oldestSeconds: 0 };
  }

  /** The reason of a failure; `null`: success, or `RelayResponses` reports it. */
  private async tell(task: TokenTask, signal: AbortSignal): Promise<string | null> {
    const { organizationId, isWanted, kind, token, appId } = task;
    const device = { ...(await this.identities.of(task)), token, token_kind: RELAY_KIND[kind] };
    const response = isWanted
      ? await this.relay.post('push/register', { ...device, ios_app_id: appId }, 'form', signal)
      : await this.relay.post('push/unregister', device, 'form', signal);
    if (response.kind === 'done') {
      await this.rows.settle(task);
      await this.responses.take(organizationId, response);
      return null;
    }
    await this.rows.postpone(task, isFinal(response));
    if (isWanted) await this.responses.take(organizationId, response);
    return response.kind === 'refused' ? null : failureText(response);
  }
}

/** Refusals that may be temporary, or that the operator can correct, are not final. */
const isFinal = (response: Exclude<RelayResponse, { kind: 'done' }>): boolean =>
  response.kind === 'refused' && [400, 404, 405].includes(response.status);
