import { OwnerLoginMethods } from '@app/identity';
import type { OrganizationId, UserId } from '@app/kernel';
import { Secrets } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import {
  AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { randomBytes } from 'node:crypto';
import { PasskeyIsWrong } from './second-factor.errors';
import { FactorOwner } from './second-factor';
import { SecondFactorRepository, StoredPasskey } from './second-factor.repository';

/** The organization whose passkeys are meant. `Organization` has the fields. */
export interface PasskeySite {
  readonly id: OrganizationId;
  readonly name: string;
  readonly url: string;
}

export type NewPasskey = Pick<StoredPasskey, 'credentialId' | 'publicKey' | 'signCount'>;

const CHALLENGE_BYTES = 32;
const USER_HANDLE_DIGITS = 64;

/**
 * Passkeys (WebAuthn). Each use needs the verification of the user by the device, so a passkey is two factors by itself.
 */
@Injectable()
export class Passkeys implements OnModuleInit {
  constructor(
    private readonly rows: SecondFactorRepository,
    private readonly secrets: Secrets,
    private readonly ownerLoginMethods: OwnerLoginMethods,
  ) {}

  onModuleInit(): void {
    this.ownerLoginMethods.add((organizationId) => this.rows.letsOwnersIn(organizationId));
  }

  /** What a browser needs to make a passkey. The device makes no second one for an account that it knows. */
  async creationOptions(
    site: PasskeySite,
    user: FactorOwner & { deliveryEmail: string; fullName: string },
    challenge: string,
  ): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const known = await this.rows.passkeysOf(user.id);
    return generateRegistrationOptions({
      rpName: site.name,
      rpID: hostOf(site),
      userName: user.deliveryEmail,
      userDisplayName: user.fullName,
      userID: Uint8Array.from(Buffer.from(this.handleOf(user), 'hex')),
      challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
      attestationType: 'none',
      excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId.toString('base64url') })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  }

  /** @throws PasskeyIsWrong */
  async checkCreation(site: PasskeySite, challenge: string, answer: string): Promise<NewPasskey> {
    const { registrationInfo, verified } = await orWrong(() =>
      verifyRegistrationResponse({
        response: JSON.parse(answer) as RegistrationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: new URL(site.url).origin,
        expectedRPID: hostOf(site),
        requireUserVerification: true,
      }),
    );
    if (!verified || !registrationInfo) throw new PasskeyIsWrong();
    const { id, publicKey, counter } = registrationInfo.credential;
    return { credentialId: Buffer.from(id, 'base64url'), publicKey: Buffer.from(publicKey), signCount: counter };
  }

  /** What a browser needs to use a passkey. @param userId `null`: any account of the organization */
  async requestOptions(
    site: PasskeySite,
    userId: UserId | null,
    challenge: string,
  ): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const known = userId === null ? [] : await this.rows.passkeysOf(userId);
    return generateAuthenticationOptions({
      rpID: hostOf(site),
      challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
      allowCredentials: known.map(({ credentialId }) => ({ id: credentialId.toString('base64url') })),
      userVerification: 'required',
    });
  }

  /**
   * The passkey that gave the answer, with its new count.
   * @throws PasskeyIsWrong
   */
  async checkUse(site: PasskeySite, challenge: string, answer: string): Promise<StoredPasskey> {
    const response = await orWrong(() => Promise.resolve(JSON.parse(answer) as AuthenticationResponseJSON));
    const id: unknown = response?.id;
    const passkey = typeof id === 'string' ? await this.rows.findPasskey(site.id, Buffer.from(id, 'base64url')) : null;
    if (!passkey) throw new PasskeyIsWrong();
    const { verified, authenticationInfo } = await orWrong(() =>
      verifyAuthenticationResponse({
        response,
        expectedChallenge: challenge,
        expectedOrigin: new URL(site.url).origin,
        expectedRPID: hostOf(site),
        credential: {
          id: passkey.credentialId.toString('base64url'),
          publicKey: Uint8Array.from(passkey.publicKey),
          counter: passkey.signCount,
        },
        requireUserVerification: true,
      }),
    );
    if (!verified) throw new PasskeyIsWrong();
    return { ...passkey, signCount: authenticationInfo.newCounter };
  }

  /** Names the account to the device and tells nothing about it. */
  private handleOf({ organizationId, id }: FactorOwner): string {
    return this.secrets.token('passkey user', `${organizationId} ${id}`, USER_HANDLE_DIGITS);
  }
}

/** What a passkey must sign. */
export const newChallenge = (): string => randomBytes(CHALLENGE_BYTES).toString('base64url');

const hostOf = ({ url }: PasskeySite): string => new URL(url).hostname;

/** The library throws for each answer that does not fit; answers come from callers. */
async function orWrong<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch {
    throw new PasskeyIsWrong();
  }
}
