import { Secrets, Worker, Workers } from '@app/platform';
import { OneTimePad, PadKind } from '@app/identity';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IdentityProvider } from './identity-provider';
import { LoginAttemptRepository } from './login-attempt.repository';
import { AttemptIsInvalid } from './provider.errors';

/** A login that a browser begins at a provider. */
export interface Attempt {
  readonly nonce: string | null;
  /** The secret half of the proof key; `null`: the kind has none. */
  readonly verifier: string | null;
  /** The id of a SAML request. */
  readonly requestId: string | null;
  /** A path of this server to go to afterwards. */
  readonly next: string;
  /** The one-time pad of a waiting app. */
  readonly pad: OneTimePad | null;
}

/** As the column `flow` names the logins of apps. */
const FLOWS: Readonly<Record<PadKind, string>> = { mobile: 'app', desktop: 'desktop' };

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Logins that are under way at providers: bound to the browser that began them, good once and for ten minutes. */
@Injectable()
export class LoginAttempts implements OnModuleInit, Worker {
  readonly name = 'login-attempts';
  readonly everyMs = 600_000;

  constructor(
    private readonly rows: LoginAttemptRepository,
    private readonly secrets: Secrets,
    private readonly workers: Workers,
  ) {}

  onModuleInit(): void {
    this.workers.add(this);
  }

  /**
   * @param browser the secret of the browser's cookie
   * @returns the state that comes back from the provider
   */
  async begin({ id: providerId }: IdentityProvider, browser: string, attempt: Attempt): Promise<string> {
    const state = randomBytes(32).toString('base64url');
    const { nonce, verifier, requestId, next, pad } = attempt;
    await this.rows.insert(hashOf(state), {
      providerId,
      browserHash: hashOf(browser),
      nonce,
      sealedVerifier: verifier === null ? null : this.secrets.seal(verifier),
      requestId,
      next,
      flow: pad === null ? 'browser' : FLOWS[pad.kind],
      sealedPad: pad === null ? null : this.secrets.seal(pad.hex),
    });
    return state;
  }

  /**
   * Keeps what the provider answers until the browser fetches it. Returns whether the attempt was waiting for that.
   * @param answered the request that is answered, and the answer
   */
  answer(
    { id: providerId }: IdentityProvider,
    state: string,
    { requestId, answer }: { requestId: string; answer: string },
  ): Promise<boolean> {
    return this.rows.answer(hashOf(state), providerId, requestId, this.secrets.seal(answer));
  }

  /** @throws AttemptIsInvalid also for a state of another browser or of another provider */
  async take(
    { id: providerId }: IdentityProvider,
    browser: string | null,
    state: string,
  ): Promise<Attempt & { answer: string | null }> {
    const row = await this.rows.take(hashOf(state));
    if (!row || browser === null || row.providerId !== providerId) throw new AttemptIsInvalid();
    if (!timingSafeEqual(row.browserHash, hashOf(browser))) throw new AttemptIsInvalid();
    const { nonce, requestId, next } = row;
    const verifier = row.sealedVerifier && this.secrets.open(row.sealedVerifier);
    const kind = row.flow === FLOWS.desktop ? 'desktop' : 'mobile';
    const pad = row.sealedPad && OneTimePad.from(this.secrets.open(row.sealedPad), kind);
    const answer = row.sealedAnswer && this.secrets.open(row.sealedAnswer);
    return { nonce, requestId, next, verifier, pad, answer };
  }

  /** Whether the token was unused so far. `kind` and the provider keep equal ids of others apart. */
  spend({ id }: IdentityProvider, token: string, until: Date): Promise<boolean> {
    return this.rows.spend(hashOf(`${id} ${token}`), until);
  }

  backlog() {
    return this.rows.expired();
  }

  async work(): Promise<boolean> {
    await this.rows.removeExpired();
    return false;
  }
}
