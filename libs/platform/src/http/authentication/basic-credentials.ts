/** HTTP Basic (RFC 7617). `null`: the header is missing, or holds nothing of that kind. */
export function basicCredentialsIn(header: string | undefined): { name: string; password: string } | null {
  const [scheme, encoded] = header?.split(' ') ?? [];
  if (encoded === undefined || !/Basic/i.test(scheme!)) return null;
  const [name, password] = Buffer.from(encoded, 'base64').toString().split(':');
  return name && password ? { name, password } : null;
}
