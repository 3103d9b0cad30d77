import type { DomainEvents } from '@app/kernel';
import { Actor, lock, ReactsTo, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { DeviceTokenDoesNotExist, DeviceTokenIsInvalid } from '../domain/personal.errors';
import { DeviceKind, DeviceTokenRepository } from '../store/device-token.repository';

/** So many devices nobody has: what is registered beyond that is taken for done. */
const MOST = 100;

/**
 * Devices that clients register for notifications in the clear. This server sends none, so that there is nothing for them
 * to get; it remembers just enough to answer truthfully what is registered and what is not (reference: realtime-and-push.md
 * 6.7).
 */
@Injectable()
export class DeviceTokens {
  constructor(
    private readonly rows: DeviceTokenRepository,
    private readonly transactions: Transactions,
  ) {}

  /** Once or again. @throws DeviceTokenIsInvalid */
  async add(actor: Actor, kind: DeviceKind, token: string): Promise<void> {
    assertForm(kind, token);
    await this.transactions.run([lock.user(actor.userId)], async () => {
      if ((await this.rows.count(actor.userId)) < MOST) await this.rows.insert(actor, kind, token);
    });
  }

  /** @throws DeviceTokenIsInvalid, DeviceTokenDoesNotExist */
  async remove({ userId }: Actor, kind: DeviceKind, token: string): Promise<void> {
    assertForm(kind, token);
    await this.transactions.run([lock.user(userId)], async () => {
      if (!(await this.rows.remove(userId, kind, token))) throw new DeviceTokenDoesNotExist();
    });
  }

  /** With an account go its devices. */
  @ReactsTo('UserDeactivated', 'identity')
  async userDeactivated({ userId }: DomainEvents['UserDeactivated']): Promise<void> {
    await this.rows.removeAll(userId);
  }
}

/** Apple's tokens are bytes, written in hexadecimal. */
function assertForm(kind: DeviceKind, token: string): void {
  if (kind === 'apns' && !/^([\da-f]{2})+$/i.test(token)) throw new DeviceTokenIsInvalid();
}
