import type { DomainEvents, OrganizationId } from '@app/kernel';
import { OnDomainEvent, Transactions, Worker, Workers } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { createHash, randomBytes } from 'node:crypto';
import { DesktopLogin, DesktopLoginRepository } from './desktop-login.repository';
import { DesktopLoginIsOver } from './desktop-login.errors';

/** A user copies the token from the browser into the app meanwhile. */
const SECONDS = 60;

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Logins in a browser whose session a desktop app will open. The app gets a token that is good once, encrypted with its
 * one-time pad, through the clipboard.
 */
@Injectable()
export class DesktopLogins implements OnModuleInit, Worker {
  readonly name = 'desktop logins';
  readonly everyMs = 600_000;

  constructor(
    private readonly rows: DesktopLoginRepository,
    private readonly transactions: Transactions,
    private readonly workers: Workers,
  ) {}

  onModuleInit(): void {
    this.workers.add(this);
  }

  /** Returns the token. Runs in the transaction of the login. */
  async issue(organizationId: OrganizationId, login: DesktopLogin): Promise<string> {
    void this.transactions.required;
    const token = randomBytes(32).toString('base64url');
    await this.rows.insert(hashOf(token), organizationId, login, SECONDS);
    return token;
  }

  /** @throws DesktopLoginIsOver */
  async find(organizationId: OrganizationId, token: string): Promise<DesktopLogin> {
    return orOver(await this.rows.find(organizationId, hashOf(token)));
  }

  /** Ends the waiting, in the transaction that opens the session. @throws DesktopLoginIsOver */
  async take(organizationId: OrganizationId, token: string): Promise<DesktopLogin> {
    return orOver(await this.rows.take(organizationId, hashOf(token)));
  }

  @OnDomainEvent('CredentialsEnded', 'identity')
  async credentialsEnded({ userId, isThorough }: DomainEvents['CredentialsEnded']): Promise<void> {
    if (isThorough) await this.rows.removeOf(userId);
  }

  @OnDomainEvent('ExternalLoginsEnded', 'identity')
  async externalLoginsEnded(ended: DomainEvents['ExternalLoginsEnded']): Promise<void> {
    await this.rows.removeFrom(ended);
  }

  async work(): Promise<boolean> {
    await this.rows.removeExpired();
    return false;
  }

  backlog() {
    return this.rows.expired();
  }
}

function orOver(login: DesktopLogin | null): DesktopLogin {
  if (!login) throw new DesktopLoginIsOver();
  return login;
}
