import { World } from '../support/world';
import { planOf, play, report } from './sequence';
import { Theatre } from './theatre';

it('debug', async () => {
  const world = await World.start();
  const theatre = await Theatre.raise(world);
  const out: string[] = [];
  const seeds = process.env.SEEDS!.split(',').map(Number);
  const [from, to] = seeds.length === 2 && seeds[1] < 0 ? [seeds[0], seeds[0] - seeds[1]] : [0, 0];
  const all = to ? Array.from({ length: to - from }, (_, at) => from + at) : seeds;
  const go = async () => {
    for (let seed = all.shift(); seed !== undefined; seed = all.shift()) {
      const found = await play(theatre, planOf(seed));
      out.push(found ? report(found) : `seed ${seed} fine`);
      if (found) require('fs').writeFileSync(`/tmp/find-${seed}.txt`, report(found));
    }
  };
  await Promise.all([go(), go(), go()]);
  require('fs').writeFileSync('/tmp/debug.out', out.join('\n\n'));
  await theatre.close();
  await world.stop();
}, 400_000);
