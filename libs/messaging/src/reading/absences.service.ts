import type { UserId } from '@app/kernel';
import { lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { AbsenceRepository } from './absence.repository';

/**
 * Deactivated users receive nothing, and find nothing unread when they are back. They stay subscribed: what is moved
 * into a protected history of theirs is there for them.
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
