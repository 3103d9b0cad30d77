import type { RunningRelay } from './boot';
import { RelayKeys } from './keys/relay-keys.service';
import { Deliveries } from './notifications/deliveries.service';
import { Organizations } from './organizations/organizations.service';

/** The text after `npm run relay`. Nothing is secret: the keys are public ones. */
export async function greet({ app, url }: RunningRelay): Promise<void> {
  const keys = await app.get(RelayKeys, { strict: false }).list();
  const organizations = await app.get(Organizations, { strict: false }).list();
  const lines = [`The push relay is ready at ${url}`];
  for (const { publicKey, retiredAt } of keys) if (!retiredAt) lines.push(`  key for apps  ${publicKey}`);
  if (keys.every(({ retiredAt }) => retiredAt)) lines.push('  key for apps  none is left: npm run relay -- keys add');
  for (const [kind, trouble] of app.get(Deliveries, { strict: false }).troubles())
    lines.push(`  ${kind.padEnd(12)}  ${trouble ?? 'ready'}`);
  if (organizations.length === 0)
    lines.push('', 'No server may use it yet: npm run relay -- organizations add "Example Ltd"');
  console.log(`${lines.join('\n')}\n`);
}
