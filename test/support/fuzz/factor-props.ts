import { Secrets } from '@app/platform';
import { Secret } from 'otpauth';
import type { World } from '../world';

/** In base32, of an authenticator app. */
export const KEPT_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

/** Gives a user one authenticator app that is set up, and one that is being set up; by SQL. Returns their ids. */
export async function restoreFactors(world: World, userId: number): Promise<[number, number]> {
  const bytes = Buffer.from(Secret.fromBase32(KEPT_SECRET).buffer).toString('base64');
  await world.sql('DELETE FROM second_factor');
  const [set, pending] = await world.sql<{ id: number }>(
    `INSERT INTO second_factor (organization_id, user_id, kind, label, sealed_secret, confirmed_at)
      VALUES ($1, $2, 'totp', 'Kept', $3, now()), ($1, $2, 'totp', 'New', $3, NULL) RETURNING id::int AS id`,
    [world.organizationId, userId, world.service(Secrets).seal(bytes)],
  );
  return [set.id, pending.id];
}
