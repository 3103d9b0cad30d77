import type { OrganizationId, UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { createHash, randomBytes } from 'node:crypto';
import { ConfirmationIsInvalid } from './link.errors';
import { Confirmation, ConfirmationRepository } from './confirmation.repository';

/** What a link can stand for; one kind is never taken for another. */
export type ConfirmationKind = 'email_change' | 'password_reset' | 'sign_up';

export interface NewConfirmation {
  organizationId: OrganizationId;
  kind: ConfirmationKind;
  /** Whose account it is about; absent or null: nobody has one yet. */
  userId?: UserId | null;
  /** The holder of the link has shown control of this address. */
  email: string;
  /** What is to be known when it is redeemed; JSON. */
  payload?: Record<string, unknown>;
  /** How long the link is good for. */
  hours: number;
}

/** 256 bits that stand in a link. Stored is their hash: who reads the database can redeem nothing. */
export const newToken = (): string => randomBytes(32).toString('base64url');
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Links that are mailed: each good for one thing, once, and for some time. */
@Injectable()
export class Confirmations {
  constructor(private readonly rows: ConfirmationRepository) {}

  /** The token for the link; in the transaction that queues the mail. */
  async issue({ kind, hours, organizationId, email, ...rest }: NewConfirmation): Promise<string> {
    const token = newToken();
    const { userId = null, payload = {} } = rest;
    await this.rows.insert(kind, { organizationId, userId, email, payload }, hashOfToken(token), hours);
    return token;
  }

  /**
   * Looks without using it up: for the page that asks for the rest. Unknown, used, expired, of another kind and of
   * another organization are one and the same.
   * @throws ConfirmationIsInvalid
   */
  async look(organizationId: OrganizationId, kind: ConfirmationKind, token: string): Promise<Confirmation> {
    return found(await this.rows.find(organizationId, kind, hashOfToken(token)));
  }

  /**
   * Uses it up; in the transaction that does what it is for, so that both happen or neither.
   * @throws ConfirmationIsInvalid, also for all but one of those who redeem it at once
   */
  async redeem(organizationId: OrganizationId, kind: ConfirmationKind, token: string): Promise<Confirmation> {
    return found(await this.rows.take(organizationId, kind, hashOfToken(token)));
  }

  /** Makes the account's links of those kinds worthless. */
  async revoke(organizationId: OrganizationId, userId: UserId, kinds: readonly ConfirmationKind[]): Promise<void> {
    await this.rows.removeOf(organizationId, kinds, userId);
  }

  /** Forgets the links that have expired. */
  async purge(): Promise<void> {
    await this.rows.purge();
  }
}

function found(confirmation: Confirmation | null): Confirmation {
  if (!confirmation) throw new ConfirmationIsInvalid();
  return confirmation;
}
