import type { OrganizationId, UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { createHash, randomBytes } from 'node:crypto';
import { ConfirmationIsInvalid } from './link.errors';
import { Confirmation, ConfirmationRepository } from './confirmation.repository';

/** The kinds of links. A link of one kind is not valid for another. */
export type ConfirmationKind = 'email_change' | 'password_reset' | 'sign_up';

export interface NewConfirmation {
  organizationId: OrganizationId;
  kind: ConfirmationKind;
  /** The account that the link concerns; absent or `null`: there is none yet. */
  userId?: UserId | null;
  /** The address to which the link was mailed. Its holder has shown control of the address. */
  email: string;
  /** The data for redemption, as JSON. */
  payload?: Record<string, unknown>;
  /** How long the link is valid. */
  hours: number;
}

/** A link contains 256 random bits. Only their hash is stored, so a reader of the database cannot redeem links. */
export const newToken = (): string => randomBytes(32).toString('base64url');
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Mailed links. Each is valid for one action, once, and for a limited time. */
@Injectable()
export class Confirmations {
  constructor(private readonly rows: ConfirmationRepository) {}

  /** Returns the token of the link. The caller's transaction also queues the mail. */
  async issue({ kind, hours, organizationId, email, ...rest }: NewConfirmation): Promise<string> {
    const token = newToken();
    const { userId = null, payload = {} } = rest;
    await this.rows.insert(kind, { organizationId, userId, email, payload }, hashOfToken(token), hours);
    return token;
  }

  /**
   * Reads a link without using it, for the page with the form. Unknown, used and expired links, and those of another
   * kind or organization, get the same answer.
   * @throws ConfirmationIsInvalid
   */
  async look(organizationId: OrganizationId, kind: ConfirmationKind, token: string): Promise<Confirmation> {
    return found(await this.rows.find(organizationId, kind, hashOfToken(token)));
  }

  /**
   * Uses the link, in the transaction of its action. So both happen or neither.
   * @throws ConfirmationIsInvalid, also for all but one of those who redeem it at once
   */
  async redeem(organizationId: OrganizationId, kind: ConfirmationKind, token: string): Promise<Confirmation> {
    return found(await this.rows.take(organizationId, kind, hashOfToken(token)));
  }

  /** Invalidates the links of the given kinds that concern the account. */
  async revoke(organizationId: OrganizationId, userId: UserId, kinds: readonly ConfirmationKind[]): Promise<void> {
    await this.rows.removeOf(organizationId, kinds, userId);
  }

  /** Removes expired links. */
  async purge(): Promise<void> {
    await this.rows.purge();
  }
}

function found(confirmation: Confirmation | null): Confirmation {
  if (!confirmation) throw new ConfirmationIsInvalid();
  return confirmation;
}
