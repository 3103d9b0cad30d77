interface CreationOptionsJson {
  readonly challenge: string;
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
  readonly rp: PublicKeyCredentialRpEntity;
  readonly pubKeyCredParams: PublicKeyCredentialParameters[];
  readonly excludeCredentials?: readonly { readonly id: string; readonly type: 'public-key' }[];
  readonly authenticatorSelection?: AuthenticatorSelectionCriteria;
  readonly attestation?: AttestationConveyancePreference;
  readonly timeout?: number;
}

/**
 * Asks the device for a new passkey. @param options as the server sent them @returns the answer of the device as JSON
 * @throws when the user or the device refuses
 */
export async function makePasskey(options: object): Promise<string> {
  const { challenge, user, excludeCredentials = [], ...rest } = options as CreationOptionsJson;
  const publicKey = {
    ...rest,
    challenge: bytesOf(challenge),
    user: { ...user, id: bytesOf(user.id) },
    excludeCredentials: excludeCredentials.map(({ id, type }) => ({ type, id: bytesOf(id) })),
  };
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  const response = made.response as AuthenticatorAttestationResponse;
  return JSON.stringify({
    id: made.id,
    rawId: textOf(made.rawId),
    type: made.type,
    clientExtensionResults: {},
    response: {
      attestationObject: textOf(response.attestationObject),
      clientDataJSON: textOf(response.clientDataJSON),
    },
  });
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));

const textOf = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
