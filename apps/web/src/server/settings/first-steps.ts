import type { ResponseOf, Connection } from '@parley/client';
import { type Outcome, outcomeOf, type Refusal, refusalOf } from '../refusal';

export type Settled = ResponseOf<'GET users/me/first_steps'>['settled'];
export type FirstStep = Settled[number];

/** The guide for the owner of a new organization. */
export class FirstSteps {
  constructor(private readonly connection: Connection) {}

  /** The steps that are done or skipped. */
  async settled(): Promise<Settled> {
    return (await this.connection.request('GET users/me/first_steps', {})).settled;
  }

  async settle(step: FirstStep, isSettled: boolean): Promise<Outcome<Settled>> {
    const asked = this.connection.request('POST users/me/first_steps', { step, is_settled: isSettled });
    return outcomeOf(asked.then(({ settled }) => settled));
  }

  /** Sends a mail to the user at once. */
  sendTestMail(): Promise<Refusal | null> {
    return refusalOf(this.connection.request('POST test_mail', {}));
  }
}
