import type { DomainEvents } from '@app/kernel';
import { Actor, lock, OnDomainEvent, Transactions, Workers } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { assertTokenForm, MAX_TOKENS, TokenKind } from './device-token';
import { DeviceTokenDoesNotExist } from './device-token.errors';
import { DeviceTokenRepository } from './device-token.repository';
import { Relay } from '../relay/relay.client';
import { CredentialChecks } from '../devices/credential-checks.service';

/** The name of the worker that tells the relay about tokens (`TokenRegistrations`). */
export const TOKEN_WORKER = 'device_tokens';

/**
 * Devices whose apps do not support encryption. Each sends its token of Google or Apple, and a worker tells the relay
 * (docs/protocol/notifications.md).
 */
@Injectable()
export class DeviceTokens {
  constructor(
    private readonly rows: DeviceTokenRepository,
    private readonly relay: Relay,
    private readonly credentials: CredentialChecks,
    private readonly workers: Workers,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Registers a token, or registers it again. `appId`: identifies one of Apple's apps.
   * @throws DeviceTokenIsInvalid
   * @throws CredentialsAreInvalid when the account has ended, or what the request showed, while it was under way
   */
  async add(actor: Actor, kind: TokenKind, token: string, appId: string | null = null): Promise<void> {
    assertTokenForm(kind, token);
    await this.changing(actor, async () => {
      await this.credentials.assertValid(actor);
      await this.rows.put(actor, kind, token, appId);
      const ids = await this.rows.ids(actor.userId);
      await this.removeAll(ids.slice(MAX_TOKENS));
    });
  }

  /** @throws DeviceTokenIsInvalid, DeviceTokenDoesNotExist */
  async remove(actor: Actor, kind: TokenKind, token: string): Promise<void> {
    assertTokenForm(kind, token);
    await this.changing(actor, async () => {
      const id = await this.rows.find(actor.userId, [kind], token);
      if (id === null) throw new DeviceTokenDoesNotExist();
      await this.removeAll([id]);
    });
  }

  /** The devices of an account are removed with it. */
  @OnDomainEvent('UserDeactivated', 'push')
  async userDeactivated({ userId }: DomainEvents['UserDeactivated']): Promise<void> {
    await this.removeAll(await this.rows.ids(userId));
  }

  /** A lost phone may still have keys, so its registrations are removed with them. */
  @OnDomainEvent('CredentialsEnded', 'push')
  async credentialsEnded(event: DomainEvents['CredentialsEnded']): Promise<void> {
    const { userId, keyIds, sessionIds, isThorough } = event;
    const ids = isThorough ? await this.rows.ids(userId) : await this.rows.idsBy(userId, keyIds, sessionIds);
    await this.removeAll(ids);
  }

  private changing({ userId }: Actor, work: () => Promise<void>): Promise<void> {
    return this.transactions.run([lock.user(userId)], async () => {
      await work();
      this.wake();
    });
  }

  private async removeAll(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    await this.rows.remove(ids, this.relay.isConfigured);
    this.wake();
  }

  /** Wakes the worker after the commit. */
  private wake(): void {
    this.transactions.required.awaitedAfterCommit.push(async () => this.workers.nudge(TOKEN_WORKER));
  }
}
