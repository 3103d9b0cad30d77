import type { UserId } from '@app/kernel';
import { lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { AbsenceRepository } from './absence.repository';

/**
 * Deactivated users receive no messages, and have no unread messages after a reactivation. They remain subscribed, so
 * they receive messages that are moved into their channels with protected history.
 */
@Injectable()
export class Absences {
  constructor(
    private readonly absences: AbsenceRepository,
    private readonly transactions: Transactions,
  ) {}

  async begin(userId: UserId): Promise<void> {
    await this.transactions.run([lock.user(userId)], () => this.absences.begin(userId));
  }

  async end(userId: UserId): Promise<void> {
    await this.transactions.run([lock.user(userId)], () => this.absences.end(userId));
  }
}
