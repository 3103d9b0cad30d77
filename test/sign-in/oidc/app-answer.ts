/** What the mobile app takes from the address that leads back to it. */
export interface AppResponse {
  readonly email: string;
  readonly userId: number;
  readonly apiKey: string;
}

/**
 * Reads the address as the mobile app does.
 * @param pad in hexadecimal, as the app sent it
 * @param realm the address of the organization that the app wanted to log in to
 */
export function appResponse(address: string, pad: string, realm: string): AppResponse {
  const url = new URL(address);
  if (url.protocol !== 'zulip:' || url.host !== 'login') throw new Error(`The app does not open ${address}`);
  const of = (name: string): string => {
    const value = url.searchParams.get(name);
    if (value === null) throw new Error(`The app needs ${name}`);
    return value;
  };
  const [given, email, userId, encrypted] = ['realm', 'email', 'user_id', 'otp_encrypted_api_key'].map(of);
  if (new URL(given).origin !== new URL(realm).origin) throw new Error(`The app did not ask ${given}`);
  if (!/^\d+$/.test(userId)) throw new Error('The id is not decimal');
  if (!/^[0-9a-fA-F]{64}$/.test(encrypted)) throw new Error('The key has not 64 hexadecimal digits');
  const bytes = Buffer.from(pad, 'hex');
  const apiKey = Buffer.from(Buffer.from(encrypted, 'hex').map((byte, index) => byte ^ bytes[index])).toString('ascii');
  return { email, userId: Number(userId), apiKey };
}
