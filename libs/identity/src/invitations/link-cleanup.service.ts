import { Backlog, Worker, Workers } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { Confirmations } from '../confirmations/confirmations.service';
import { InvitationRepository } from './invitation.repository';

const HOURLY_MS = 60 * 60 * 1_000;

/** Removes invalid links. */
@Injectable()
export class LinkCleanup implements Worker, OnModuleInit {
  readonly name = 'links';
  readonly everyMs = HOURLY_MS;

  constructor(
    private readonly confirmations: Confirmations,
    private readonly invitations: InvitationRepository,
    private readonly workers: Workers,
  ) {}

  onModuleInit(): void {
    this.workers.add(this);
  }

  async work(): Promise<boolean> {
    await this.confirmations.purge();
    await this.invitations.purge();
    return false;
  }

  /** No work is ever late: an expired link is invalid even before it is removed. */
  async backlog(): Promise<Backlog> {
    return { waiting: 0, oldestSeconds: 0 };
  }
}
