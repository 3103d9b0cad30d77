import { Organizations } from '@app/identity';
import { Backlog, isDatabaseUnavailable, lock, Log, Transactions, Worker, Workers } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { registrationOutcome, secondsUntilNext } from './registration-outcome';
import { LeasedRegistration, PushDeviceRepository, RegistrationAttempt } from './push-device.repository';
import { PushDeviceClientEvents } from './push-device.client-events';
import { REGISTRATION_WORKER } from './push-devices.service';
import { Relay } from '../relay/relay.client';
import { RelayResponses } from './relay-responses.service';

const EVERY_MS = 2_000;
const AT_ONCE = 8;
const EXPIRED_A_PASS = 100;

/** Sends registrations to the relay until it accepts or refuses them, or they are too old. */
@Injectable()
export class PushRegistrations implements Worker, OnModuleInit {
  readonly name = REGISTRATION_WORKER;
  readonly everyMs = EVERY_MS;

  constructor(
    private readonly rows: PushDeviceRepository,
    private readonly clients: PushDeviceClientEvents,
    private readonly relay: Relay,
    private readonly responses: RelayResponses,
    private readonly organizations: Organizations,
    private readonly workers: Workers,
    private readonly log: Log,
    private readonly transactions: Transactions,
  ) {}

  onModuleInit(): void {
    this.workers.add(this);
  }

  async work(signal: AbortSignal): Promise<boolean> {
    for (const device of await this.rows.expired(EXPIRED_A_PASS)) await this.expire(device);
    if (!this.relay.isConfigured) return false;
    const held = await this.rows.hold(AT_ONCE);
    await Promise.all(held.map((one) => this.bring(one, signal)));
    return held.length === AT_ONCE;
  }

  backlog(): Promise<Backlog> {
    return this.rows.backlog();
  }

  private async bring(held: LeasedRegistration, signal: AbortSignal): Promise<void> {
    try {
      await this.attempt(held, signal);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      if (!signal.aborted) this.log.warn('a device could not be registered', { device: held.id, error });
      await this.rows.postpone(held, signal.aborted ? 0 : secondsUntilNext(held.attempts, 0));
    }
  }

  private async attempt(held: LeasedRegistration, signal: AbortSignal): Promise<void> {
    const { organizationId, pushAccountId, registration, bouncerPublicKey, attempts } = held;
    const { uuid } = await this.organizations.current(organizationId);
    const body = {
      realm_uuid: uuid,
      push_account_id: pushAccountId,
      encrypted_push_registration: registration,
      bouncer_public_key: bouncerPublicKey,
    };
    const response = await this.relay.post('push/e2ee/register', body, 'form', signal);
    const outcome = registrationOutcome(response);
    // Success does not say whether the relay sends notifications for the organization.
    if (response.kind !== 'done') await this.responses.take(organizationId, response);
    if (outcome.is === 'active') return this.settle({ ...held, deviceId: outcome.deviceId });
    if (outcome.is === 'deferred') {
      this.responses.complain(organizationId, outcome.why);
      return this.rows.postpone(held, secondsUntilNext(attempts, outcome.notBefore));
    }
    if (outcome.errorCode === 'REQUEST_EXPIRED') this.log.warn('a registration came too late', { device: held.id });
    await this.settle({ ...held, errorCode: outcome.errorCode });
  }

  private async expire(tried: RegistrationAttempt): Promise<void> {
    this.log.warn('a registration could not be brought to the relay in time', { device: tried.id });
    await this.settle({ ...tried, errorCode: 'REQUEST_EXPIRED' });
  }

  private async settle(tried: RegistrationAttempt): Promise<void> {
    await this.transactions.run([lock.user(tried.userId)], async () => {
      if (await this.rows.settle(tried, tried)) this.clients.tellState(tried);
    });
  }
}
