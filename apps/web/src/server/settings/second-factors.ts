import type { ResponseOf, Connection } from '@parley/client';
import { Outcome, outcomeOf, Refusal, refusalOf } from '../refusal';

export type FactorsKnown = ResponseOf<'GET users/me/second_factors'>;
export type SecondFactor = FactorsKnown['second_factors'][number];
export type NewFactor = ResponseOf<'POST users/me/second_factors'>;
type Codes = ResponseOf<'POST users/me/second_factors/recovery_codes'>;

/** What shows that the user is there, when the login is long ago. */
export interface Proof {
  readonly password?: string;
  readonly code?: string;
}

/** The user's own second factors, and for administrators those of others. */
export class SecondFactors {
  constructor(private readonly connection: Connection) {}

  list(): Promise<FactorsKnown> {
    return this.connection.request('GET users/me/second_factors', {});
  }

  begin(kind: 'totp' | 'passkey', label: string, proof: Proof): Promise<Outcome<NewFactor>> {
    return outcomeOf(this.connection.request('POST users/me/second_factors', { kind, label, ...proof }));
  }

  /** @param shown the code of an app, or the answer of a device as JSON */
  confirm(id: number, shown: { code?: string; credential?: string }): Promise<Outcome<Codes>> {
    return outcomeOf(
      this.connection.request('POST users/me/second_factors/{factor_id}/confirm', { factor_id: id, ...shown }),
    );
  }

  remove(id: number, proof: Proof): Promise<Refusal | null> {
    return refusalOf(
      this.connection.request('DELETE users/me/second_factors/{factor_id}', { factor_id: id, ...proof }),
    );
  }

  renewCodes(proof: Proof): Promise<Outcome<Codes>> {
    return outcomeOf(this.connection.request('POST users/me/second_factors/recovery_codes', { ...proof }));
  }

  /** How many factors each user has who has any, for administrators. */
  async counts(): Promise<ReadonlyMap<number, number>> {
    const { users } = await this.connection.request('GET realm/second_factors', {});
    return new Map(users.map(({ user_id: id, count }) => [id, count]));
  }

  /** For a user who has lost them. */
  removeOf(userId: number, proof: Proof): Promise<Refusal | null> {
    return refusalOf(this.connection.request('DELETE users/{user_id}/second_factors', { user_id: userId, ...proof }));
  }
}
