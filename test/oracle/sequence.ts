import { Random } from '../support/fuzz/random';
import { groupListProbes, groupProbes } from './group-paths';
import { channelListProbes, channelProbes, Probe } from './channel-paths';
import { Moment, Queues } from './event-paths';
import { fileProbes, ownFilesProbes } from './file-paths';
import type { Finding } from './findings';
import { limitGuests } from './guest-actions';
import { channelMessageProbes, messageListProbes, messageProbes } from './message-paths';
import { auditProbes, peopleOf, peopleProbes, personProbes } from './people-paths';
import { checkNotices, quiet } from './notice-paths';
import { ownThingsProbes, presenceProbes } from './personal-paths';
import { LOOKS, Plan, Prelude } from './plan';
import { readingProbes, receiptProbes } from './reading-paths';
import { SPECTATOR } from './facts';
import { ABSENT_ID, Actor, Disagreement, Method, Scene } from './scene';
import { snapshotProbes } from './snapshot-paths';
import { takeStep } from './steps';
import type { OracleServer } from './oracle-server';

/** A scene before a sequence, and the queues of its users. */
export interface Opening {
  scene: Scene;
  queues: Queues;
}

/** A quarter of the scenes begin with guests of limited visibility. */
const isLimitedAtFirst = (seed: number): boolean => seed % 8 > 5;

export async function open(oracleServer: OracleServer, { seed, length }: Prelude): Promise<Opening> {
  const scene = await Scene.set(oracleServer);
  if (isLimitedAtFirst(seed)) await limitGuests(scene);
  const past: Moment[] = [];
  for (let step = 0; step < length; step++) await takeStep(scene, { seed, pace: 'full' }, step, past);
  await quiet(scene);
  scene.devices.notices.length = 0;
  const queues = new Queues(scene, knownIn(past, scene));
  await queues.open();
  return { scene, queues };
}

/** What each user could read at some earlier time. */
function knownIn(past: readonly Moment[], { people }: Scene): Map<number, ReadonlySet<string>> {
  return new Map(people.map(({ id }) => [id, new Set(past.flatMap(({ before }) => [...before.secretsOf(id)]))]));
}

/** Plays one sequence in an organization of its own; returns the first finding, or null. */
export async function play(oracleServer: OracleServer, plan: Plan, opening?: Opening): Promise<Finding | null> {
  const { scene, queues } = opening ?? (await open(oracleServer, plan.prelude));
  const moments: Moment[] = [];
  let step = -1;
  try {
    for (step of plan.steps) {
      await takeStep(scene, plan, step, moments);
      const random = new Random(plan.seed * 1_013 + step);
      if (!random.chance(LOOKS[plan.looks].afterStep)) continue;
      const probes = random.chance(0.5) ? listProbes(scene, random) : objectProbes(scene, random);
      await run(scene, random.pick(random.pick(byPlace(probes))), random);
    }
    await checkAll(scene, plan, new Random(plan.seed));
    await queues.check(moments);
    await checkNotices(scene, moments);
    return null;
  } catch (fault) {
    if (!(fault instanceof Disagreement)) throw fault;
    return { plan, step, fault, stories: moments.map((one) => `${one.step}. ${one.story}`) };
  }
}

function listProbes(scene: Scene, random: Random): Probe[] {
  return scene.active.flatMap((who) => [
    ...channelListProbes(scene, who, random),
    ...messageListProbes(scene, who, random),
    ...readingProbes(scene, who, random),
    ...peopleProbes(scene, who),
    ...ownFilesProbes(scene, who),
    ...ownThingsProbes(scene, who),
    ...presenceProbes(scene, who),
    ...auditProbes(scene, who),
    ...groupListProbes(scene, who, random),
    ...snapshotProbes(scene, who),
  ]);
}

/** A user of another organization sends requests too. */
function objectProbes(scene: Scene, random: Random): Probe[] {
  const { model } = scene;
  const callers = [...scene.active, scene.oracleServer.outsider];
  return callers.flatMap((who) => [
    ...[...model.channels.values()].flatMap((channel) => [
      ...channelProbes(scene, who, channel),
      ...channelMessageProbes(scene, who, channel, random),
    ]),
    ...model
      .allMessages()
      .flatMap((message) => [...messageProbes(scene, who, message, random), ...receiptProbes(scene, who, message)]),
    ...[...model.files.values()].flatMap((file) => fileProbes(scene, who, file)),
    ...[...model.groups.values()].flatMap((group) => groupProbes(scene, who, group)),
    ...(who === scene.oracleServer.outsider ? [] : peopleOf(model).flatMap((other) => personProbes(scene, who, other))),
  ]);
}

async function checkAll(scene: Scene, { looks }: Plan, random: Random): Promise<void> {
  const { lists, objects } = LOOKS[looks];
  const ofLists = listProbes(scene, random);
  const ofObjects = byPlace(objectProbes(scene, random));
  const chosen = [
    ...(lists === Infinity
      ? ofLists
      : random
          .shuffled(byPlace(ofLists))
          .slice(0, lists)
          .map((probes) => random.pick(probes))),
    ...Array.from({ length: objects }, () => random.pick(random.pick(ofObjects))),
  ];
  for (const probe of chosen) await run(scene, probe, random);
}

/** Those of one path together: messages are many, and the rest must be checked as often. */
function byPlace(probes: readonly Probe[]): Probe[][] {
  const groups = new Map<string, Probe[]>();
  for (const probe of probes) {
    const group = groups.get(probe.place);
    if (group) group.push(probe);
    else groups.set(probe.place, [probe]);
  }
  return [...groups.values()];
}

async function run(scene: Scene, probe: Probe, random: Random): Promise<void> {
  await probe.check();
  if (random.chance(0.03)) await checkNobody(scene, probe);
}

/** A caller without credentials learns nothing, not even which paths exist. */
async function checkNobody(scene: Scene, { place, who }: Probe): Promise<void> {
  if (place.includes('user_uploads')) return; // Files are readable for spectators as messages are: test/messaging/attachments.
  if (place.startsWith('GET users?')) return; // Ids are no secrets: the list tells which user has which id.
  if (place === 'GET users') return checkSpectator(scene, who, 'GET', 'users');
  if (place === 'POST register') return checkSpectator(scene, who, 'POST', 'register');
  const [method, path] = place.split(/[ ?]/) as ['GET' | 'POST', string];
  // Web-public channels are visible to all callers.
  const id = [...scene.model.channels.values()].find(({ isWebPublic }) => !isWebPublic)?.id ?? ABSENT_ID;
  const nobody = { ...who, id: 0, name: 'nobody', authorization: null };
  const replies = await Promise.all(
    [id, ABSENT_ID].map((one) => scene.oracleServer.send(nobody, method, path.replace(/\{\w+\}/, String(one)), {})),
  );
  const wanted = [401, 'UNAUTHORIZED', replies[0].text];
  for (const { status, body, text } of replies)
    if (JSON.stringify([status, body.code, text]) !== JSON.stringify(wanted))
      throw new Disagreement(`${place}`, 'nobody', text, wanted);
}

/** Names are visible to all where there are spectators and guests see all users; addresses and statuses are not. */
async function checkSpectator(scene: Scene, who: Actor, method: Method, path: string): Promise<void> {
  const spectator = { ...who, id: SPECTATOR, name: 'a spectator', authorization: null };
  const { status, text } = await scene.ask(spectator, method, path, { client_gravatar: false });
  if (status !== 200) throw new Disagreement(`${method} ${path}`, spectator.name, text, 'success');
}
