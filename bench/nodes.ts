import { ChannelGroup } from './load/channel-group';
import { cpuSeconds } from './load/process-tree';
import { flatOut, Outcome, paced } from './load/load';
import { Nodes } from './load/nodes';
import { Quota } from './load/quota';
import { addChannel, addUsers, BenchUser, median, report } from './support';

const LISTENERS = 100;
const SENDERS = 32;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 2);
const WARM_UP_SECONDS = Math.min(1, SECONDS);
const COUNTS = [1, 2, 3];
/** Up and down again, so that other work on the machine affects all of them alike. */
const VISITS = [...COUNTS, ...[...COUNTS].reverse(), ...COUNTS, ...[...COUNTS].reverse()];
/** A share of one processor: so small that three nodes, PostgreSQL and the clients have room on two. */
const SHARE = 0.25;

interface Visit {
  readonly count: number;
  readonly alone: Outcome;
  readonly full: Outcome;
  readonly half: Outcome;
  /** Processors in use at full load. */
  readonly use: Readonly<Record<'nodes' | 'PostgreSQL' | 'balancer' | 'clients', number>>;
}

/** One, two and three nodes behind a balancer: messages, deliveries and latency. */
async function main(): Promise<void> {
  const nodes = await Nodes.open();
  const quota = new Quota();
  try {
    await nodes.scaleTo(1);
    const users = await addUsers(nodes.bench, LISTENERS);
    const channel = await addChannel(nodes.bench, users[0], 'hundred', users);
    const place = { nodes, users, channel };

    const [free, held]: [Visit[], Visit[]] = [[], []];
    for (const count of VISITS) {
      free.push(await visit(place, count));
      if (quota.hold(nodes.pids, SHARE)) held.push(await visit(place, count));
      quota.release();
    }
    report('nodes', title('on a machine of two processors, which they share with all others'), table(free));
    if (held.length < VISITS.length)
      throw new Error('Nodes cannot be held to a share of a processor here: that takes root and control groups.');
    const room = `each node held to ${SHARE} of a processor, so that the machine has room for three`;
    report('nodes-held', title(room), table(held));
  } finally {
    quota.release();
    await nodes.close();
  }
}

const title = (how: string): string =>
  `Nodes behind a round-robin balancer, ${LISTENERS} long polls, ${SENDERS} senders, ${how}; ` +
  `medians of ${VISITS.length / COUNTS.length} interleaved rounds`;

async function visit(
  { nodes, users, channel }: { nodes: Nodes; users: readonly BenchUser[]; channel: number },
  count: number,
): Promise<Visit> {
  const port = await nodes.scaleTo(count);
  const quiet = await ChannelGroup.open(port, users, channel, { senders: SENDERS, listeners: 0 });
  await flatOut(quiet, WARM_UP_SECONDS);
  const alone = await flatOut(quiet, SECONDS);
  await quiet.close();

  const group = await ChannelGroup.open(port, users, channel, { senders: SENDERS, listeners: LISTENERS });
  await flatOut(group, WARM_UP_SECONDS);
  const before = usage(nodes);
  const began = performance.now();
  const full = await flatOut(group, SECONDS);
  const seconds = (performance.now() - began) / 1_000;
  const after = usage(nodes);
  const half = await paced(group, full.rate / 2, SECONDS);
  await group.close();
  const share = (key: keyof typeof after) => (after[key] - before[key]) / seconds;
  const use = {
    nodes: share('nodes'),
    PostgreSQL: share('PostgreSQL'),
    balancer: share('balancer'),
    clients: share('clients'),
  };
  return { count, alone, full, half, use };
}

function usage({ pids, postgresPid, balancerPid }: Nodes): Visit['use'] {
  const { user, system } = process.cpuUsage();
  return {
    nodes: pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0),
    PostgreSQL: cpuSeconds(postgresPid),
    balancer: balancerPid === undefined ? 0 : cpuSeconds(balancerPid),
    clients: (user + system) / 1e6,
  };
}

function table(visits: readonly Visit[]): Record<string, string | number>[] {
  return COUNTS.map((count) => {
    const mine = visits.filter((one) => one.count === count);
    const of = (pick: (one: Visit) => number) => median(mine.map(pick));
    const sum = (pick: (outcome: Outcome) => number) =>
      mine.reduce((all, { alone, full, half }) => all + pick(alone) + pick(full) + pick(half), 0);
    const uses = (['nodes', 'PostgreSQL', 'balancer', 'clients'] as const).map(
      (key) => `${key} ${of(({ use }) => use[key]).toFixed(2)}`,
    );
    return {
      nodes: count,
      'sends/s, no listeners': Math.round(of(({ alone }) => alone.rate)),
      [`sends/s, ${LISTENERS} listen`]: Math.round(of(({ full }) => full.rate)),
      'deliveries/s': Math.round(of(({ full }) => full.deliveries)),
      'processors in use': uses.join(', '),
      'at half of that: sends/s': Math.round(of(({ half }) => half.rate)),
      'event p50, ms': of(({ half }) => half.p50).toFixed(1),
      'event p99, ms': of(({ half }) => half.p99).toFixed(1),
      messages: sum(({ messages }) => messages),
      lost: sum(({ lost }) => lost),
      doubled: sum(({ doubled }) => doubled),
    };
  });
}

void main().then(() => process.exit(0));
