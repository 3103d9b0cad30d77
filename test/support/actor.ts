import { Authenticator } from '@app/platform';
import type { Actor } from '@app/platform';
import type { Person } from './person';
import type { World } from './world';

/** A user as services take it, for what has no operation yet. */
export const actorOf = (world: World, { email, key }: Person): Promise<Actor> =>
  world.service(Authenticator).authenticate({ email, key, host: new URL(world.url).host, client: 'ParleyTest' });
