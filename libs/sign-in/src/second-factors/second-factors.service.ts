import { Actor, lock, Transactions } from '@app/platform';
import { Audit, Organizations } from '@app/identity';
import type { AuditAction } from '@app/identity';
import { Injectable } from '@nestjs/common';
import { CodeIsWrong, NoSecondFactor, PasskeyIsWrong, SecondFactorIsRequired } from './second-factor.errors';
import { SecondFactorIsUnknown, TooManySecondFactors } from './second-factor.errors';
import { FactorMails } from '../factor-mails/factor-mails.service';
import { FactorChecks } from './factor-checks.service';
import { FactorKind, FactorOwner, MAX_FACTORS, SecondFactor } from './second-factor';
import { Passkeys } from './passkeys.service';
import { RecoveryCodes } from './recovery-codes.service';
import { PendingFactor, SecondFactorRepository, StoredPasskey } from './second-factor.repository';

/** The user's own second factors: which there are, how they are set up and removed. */
@Injectable()
export class SecondFactors {
  constructor(
    private readonly rows: SecondFactorRepository,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly checks: FactorChecks,
    private readonly passkeys: Passkeys,
    private readonly organizations: Organizations,
    private readonly mails: FactorMails,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
  ) {}

  async list(actor: Actor): Promise<{ factors: SecondFactor[]; codesLeft: number; isRequired: boolean }> {
    const factors = await this.rows.list(actor.userId);
    const codesLeft = await this.recoveryCodes.left(actor.userId);
    return { factors, codesLeft, isRequired: await this.checks.isRequired(ownerOf(actor)) };
  }

  /**
   * Begins to set up a factor, which opens nothing before it is confirmed. Returns its id.
   * @param sealedSecret of an authenticator app
   * @param challenge that a passkey will sign
   * @throws TooManySecondFactors
   */
  begin(
    actor: Actor,
    kind: FactorKind,
    label: string,
    { sealedSecret = null, challenge = null }: { sealedSecret?: Buffer | null; challenge?: string | null },
  ): Promise<number> {
    return this.transactions.run([lock.user(actor.userId)], async () => {
      if ((await this.rows.countFresh(actor.userId)) >= MAX_FACTORS) throw new TooManySecondFactors(MAX_FACTORS);
      return this.rows.insert(ownerOf(actor), { kind, label, sealedSecret, challenge });
    });
  }

  /**
   * Confirms a factor by what it answers. Returns the recovery codes if it is the first factor, else none.
   * @throws SecondFactorIsUnknown, CodeIsWrong, PasskeyIsWrong
   */
  async confirm(actor: Actor, id: number, shown: { code: string | null; credential: string | null }) {
    const pending = await this.rows.findPending(actor.userId, id);
    if (!pending) throw new SecondFactorIsUnknown();
    const confirm = await this.confirmation(actor, pending, shown);
    return this.transactions.run([lock.user(actor.userId)], async () => {
      const isFirst = !(await this.rows.has(actor.userId));
      if (!(await this.rows.findPending(actor.userId, id))) throw new SecondFactorIsUnknown();
      await confirm();
      this.record(actor, 'added_second_factor', null, { second_factor_id: id, kind: pending.kind });
      await this.mails.tell(ownerOf(actor), { what: 'added', kind: pending.kind });
      return isFirst ? this.recoveryCodes.replace(actor.userId) : [];
    });
  }

  /**
   * Sets up an authenticator app for a user who must have one to log in. Runs in the transaction of the login, which
   * holds the user's lock. Returns the recovery codes.
   * @param step the time step of the code that confirmed it
   */
  async addAtLogin(owner: FactorOwner, label: string, sealedSecret: Buffer, step: number): Promise<string[]> {
    void this.transactions.required;
    const id = await this.rows.insert(owner, { kind: 'totp', label, sealedSecret, challenge: null });
    await this.rows.confirmTotp(id, step);
    const of = { organizationId: owner.organizationId, userId: owner.id };
    this.record(of, 'added_second_factor', null, { second_factor_id: id, kind: 'totp' });
    await this.mails.tell(owner, { what: 'added', kind: 'totp' });
    return this.recoveryCodes.replace(owner.id);
  }

  /** A login has used the passkey. @throws PasskeyIsWrong if it was removed meanwhile */
  async notePasskeyUse({ id, signCount }: Pick<StoredPasskey, 'id' | 'signCount'>): Promise<void> {
    if (!(await this.rows.notePasskeyUse(id, signCount))) throw new PasskeyIsWrong();
  }

  /**
   * Removes a factor. With the last one the recovery codes go.
   * @throws SecondFactorIsUnknown, SecondFactorIsRequired
   */
  remove(actor: Actor, id: number): Promise<void> {
    return this.transactions.run([lock.user(actor.userId)], async () => {
      const removed = await this.rows.remove(actor.userId, id);
      if (!removed) throw new SecondFactorIsUnknown();
      if (!removed.isConfirmed) return;
      if (!(await this.rows.has(actor.userId))) {
        if (await this.checks.isRequired(ownerOf(actor))) throw new SecondFactorIsRequired();
        await this.recoveryCodes.removeAll(actor.userId);
      }
      this.record(actor, 'removed_second_factor', { second_factor_id: id, kind: removed.kind }, null);
      await this.mails.tell(ownerOf(actor), { what: 'removed', kind: removed.kind });
    });
  }

  /**
   * Replaces the recovery codes. Returns the new ones.
   * @throws NoSecondFactor
   */
  renewCodes(actor: Actor): Promise<string[]> {
    return this.transactions.run([lock.user(actor.userId)], async () => {
      if (!(await this.rows.has(actor.userId))) throw new NoSecondFactor();
      this.record(actor, 'made_recovery_codes', null, null);
      await this.mails.tell(ownerOf(actor), { what: 'newCodes' });
      return this.recoveryCodes.replace(actor.userId);
    });
  }

  /** Checks the answer before the transaction. Returns the write that stores it. */
  private async confirmation(
    { organizationId }: Actor,
    { id, kind, sealedSecret, challenge }: PendingFactor,
    { code, credential }: { code: string | null; credential: string | null },
  ): Promise<() => Promise<void>> {
    if (kind === 'totp') {
      const step = this.checks.stepOf(sealedSecret!, code ?? '');
      if (step === null) throw new CodeIsWrong();
      return () => this.rows.confirmTotp(id, step);
    }
    const site = await this.organizations.current(organizationId);
    const passkey = await this.passkeys.checkCreation(site, challenge!, credential ?? '');
    return async () => {
      if (!(await this.rows.confirmPasskey(id, passkey))) throw new PasskeyIsWrong();
    };
  }

  private record(
    { organizationId, userId }: Pick<Actor, 'organizationId' | 'userId'>,
    action: AuditAction,
    before: object | null,
    after: object | null,
  ): void {
    const object = { type: 'user' as const, id: userId };
    this.audit.record({ organizationId, actorId: userId, action, object, ...both(before, after) });
  }
}

const ownerOf = ({ userId, organizationId }: Pick<Actor, 'userId' | 'organizationId'>): FactorOwner => ({
  id: userId,
  organizationId,
});

const both = (before: object | null, after: object | null) => ({
  ...(before && { before: { ...before } }),
  ...(after && { after: { ...after } }),
});
