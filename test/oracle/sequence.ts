import { Random } from '../support/fuzz/random';
import { act, Action, Step } from './actions';
import { lookAhead } from './aside-actions';
import { groupListProbes, groupProbes } from './group-paths';
import { channelListProbes, channelProbes, Probe } from './channel-paths';
import { Moment, Queues } from './event-paths';
import { changeMessages } from './edit-actions';
import { fileProbes, ownFilesProbes } from './file-paths';
import { changeSight, limitGuests } from './guest-actions';
import { channelMessageProbes, messageListProbes, messageProbes } from './message-paths';
import { auditProbes, peopleOf, peopleProbes, personProbes } from './people-paths';
import { changeOwnThings } from './personal-actions';
import { ownThingsProbes, presenceProbes } from './personal-paths';
import { readOn } from './reading-actions';
import { readingProbes, receiptProbes } from './reading-paths';
import { SPECTATOR } from './facts';
import { ABSENT_ID, Actor, Disagreement, Method, Scene } from './scene';
import { snapshotProbes } from './snapshot-paths';
import type { Theatre } from './theatre';

export const STEPS = 40;

/**
 * How much is looked at: after a step, with what chance; and at the end so many lists, each by one person, and so many
 * objects. When a finding is made smaller, it is all lists by everybody: one that is not looked at would look right.
 */
const LOOKS = {
  few: { afterStep: 0.4, lists: 5, objects: 4 },
  some: { afterStep: 1, lists: 45, objects: 20 },
  all: { afterStep: 1, lists: Infinity, objects: 150 },
} as const;
const MOST_TRIES = 30;
/** A quarter of the scenes begin with guests who see only whom they know. */
const isLimitedAtFirst = (seed: number): boolean => seed % 8 > 5;
/** Chances are drawn apart for each kind of step, so that the other steps of a seed stay what they are. */
interface Kind {
  factor: number;
  /** How often a step has one of these, besides the one that each step has. */
  often: number;
  action: Action;
}
/** Who is seen by guests: instead of what else there would be. */
const OF_SIGHT: Kind = { factor: 1_061, often: 0.06, action: changeSight };
const ASIDES: readonly Kind[] = [
  // What somebody is, has, or wants to hear.
  { factor: 1_069, often: 0.2, action: changeOwnThings },
  { factor: 1_087, often: 0.35, action: changeMessages },
  // Of somebody who reads, reacts, or writes for himself.
  { factor: 1_091, often: 0.2, action: readOn },
  // Of somebody who wants to be reminded, keeps a view, or reports a message.
  { factor: 1_093, often: 0.15, action: lookAhead },
];

/** What has happened in a scene before the sequence begins, without being looked at: nothing, or the first steps of a seed. */
export interface Prelude {
  seed: number;
  length: number;
}

/** A sequence by its seed, and those of its steps that are taken; all steps hang on the seed and their number alone. */
export interface Plan {
  prelude: Prelude;
  seed: number;
  steps: readonly number[];
  /** So many steps it had before it was made smaller. */
  length: number;
  /** How much is looked at when they are over. */
  looks: keyof typeof LOOKS;
}

export const planOf = (
  seed: number,
  { length = STEPS, prelude = { seed, length: 0 }, looks = 'some' }: Partial<Plan> = {},
): Plan => ({ prelude, seed, steps: Array.from({ length }, (_, step) => step), length, looks });

export interface Finding {
  plan: Plan;
  /** The last step that was taken. */
  step: number;
  fault: Disagreement;
  stories: readonly string[];
}

/** A scene before a sequence, and the queues of the people in it. */
export interface Opening {
  scene: Scene;
  queues: Queues;
}

export async function open(theatre: Theatre, { seed, length }: Prelude): Promise<Opening> {
  const scene = await Scene.set(theatre);
  if (isLimitedAtFirst(seed)) await limitGuests(scene);
  for (let step = 0; step < length; step++) await takeAll(scene, seed, step, []);
  const queues = new Queues(scene);
  await queues.open();
  return { scene, queues };
}

/** Plays one sequence in an organization of its own; what was found wrong first, or null. */
export async function play(theatre: Theatre, plan: Plan, opening?: Opening): Promise<Finding | null> {
  const { scene, queues } = opening ?? (await open(theatre, plan.prelude));
  const moments: Moment[] = [];
  let step = -1;
  try {
    for (step of plan.steps) {
      await takeAll(scene, plan.seed, step, moments);
      const random = new Random(plan.seed * 1_013 + step);
      if (!random.chance(LOOKS[plan.looks].afterStep)) continue;
      const probes = random.chance(0.5) ? listProbes(scene, random) : objectProbes(scene, random);
      await run(scene, random.pick(random.pick(byPlace(probes))), random);
    }
    await checkAll(scene, plan, new Random(plan.seed));
    await queues.check(moments);
    return null;
  } catch (fault) {
    if (!(fault instanceof Disagreement)) throw fault;
    return { plan, step, fault, stories: moments.map((one) => `${one.step}. ${one.story}`) };
  }
}

async function takeAll(scene: Scene, seed: number, step: number, moments: Moment[]): Promise<void> {
  const randomOf = ({ factor }: Kind) => new Random(seed * factor + step);
  const isOfSight = randomOf(OF_SIGHT).chance(OF_SIGHT.often);
  await take(scene, step, new Random(seed * 1_009 + step), moments, isOfSight ? OF_SIGHT.action : act);
  for (const kind of ASIDES) {
    const random = randomOf(kind);
    if (random.chance(kind.often)) await take(scene, step, random, moments, kind.action);
  }
}

async function take(scene: Scene, number: number, random: Random, moments: Moment[], action: Action): Promise<void> {
  scene.taken++;
  const step = new Step(scene, random);
  const moment: Moment = {
    ...{ step: number, before: scene.model, after: step.after, endXid: Infinity },
    story: '',
    who: null,
  };
  moments.push(moment);
  try {
    await action(step);
  } finally {
    Object.assign(moment, { story: step.story, who: step.who });
  }
  moment.endXid = (await scene.learnMessages(step.after, step.who)).endXid;
  scene.become(step.after);
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

/** The stranger asks too, for what is none of his business. */
function objectProbes(scene: Scene, random: Random): Probe[] {
  const { model } = scene;
  const strangers = [...scene.active, scene.theatre.stranger];
  return strangers.flatMap((who) => [
    ...[...model.channels.values()].flatMap((channel) => [
      ...channelProbes(scene, who, channel),
      ...channelMessageProbes(scene, who, channel, random),
    ]),
    ...model
      .allMessages()
      .flatMap((message) => [...messageProbes(scene, who, message, random), ...receiptProbes(scene, who, message)]),
    ...[...model.files.values()].flatMap((file) => fileProbes(scene, who, file)),
    ...[...model.groups.values()].flatMap((group) => groupProbes(scene, who, group)),
    ...(who === scene.theatre.stranger ? [] : peopleOf(model).flatMap((other) => personProbes(scene, who, other))),
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

/** Those of one path together: messages are many, and other things are not looked at less for that. */
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

/** Whoever shows no key learns nothing, not even which paths have something behind them. */
async function checkNobody(scene: Scene, { place, who }: Probe): Promise<void> {
  if (place.includes('user_uploads')) return; // Files are open to spectators where messages are: test/uploads.
  if (place.startsWith('GET users?')) return; // No number is a secret: who it is of, is asked for with the list.
  if (place === 'GET users') return checkSpectator(scene, who, 'GET', 'users');
  if (place === 'POST register') return checkSpectator(scene, who, 'POST', 'register');
  const [method, path] = place.split(/[ ?]/) as ['GET' | 'POST', string];
  // Web-public channels are for all eyes.
  const id = [...scene.model.channels.values()].find(({ isWebPublic }) => !isWebPublic)?.id ?? ABSENT_ID;
  const nobody = { ...who, id: 0, name: 'nobody', authorization: null };
  const replies = await Promise.all(
    [id, ABSENT_ID].map((one) => scene.theatre.send(nobody, method, path.replace(/\{\w+\}/, String(one)), {})),
  );
  const wanted = [401, 'UNAUTHORIZED', replies[0].text];
  for (const { status, body, text } of replies)
    if (JSON.stringify([status, body.code, text]) !== JSON.stringify(wanted))
      throw new Disagreement(`${place}`, 'nobody', text, wanted);
}

/** Names are for all eyes where there are spectators and guests see everybody; addresses and statuses are not. */
async function checkSpectator(scene: Scene, who: Actor, method: Method, path: string): Promise<void> {
  const spectator = { ...who, id: SPECTATOR, name: 'a spectator', authorization: null };
  const { status, text } = await scene.ask(spectator, method, path, { client_gravatar: false });
  if (status !== 200) throw new Disagreement(`${method} ${path}`, spectator.name, text, 'success');
}

/** The same fault from fewer steps: chunks of them are left out as long as it is still found, and patience lasts. */
export async function shrink(theatre: Theatre, finding: Finding): Promise<Finding> {
  let best: Finding = {
    ...finding,
    plan: { ...finding.plan, steps: finding.plan.steps.filter((one) => one <= finding.step), looks: 'all' },
  };
  const kind = kindOf(finding);
  let tries = 0;
  for (let size = Math.ceil(best.plan.steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < best.plan.steps.length && tries < MOST_TRIES; tries++) {
      const steps = best.plan.steps.filter((_, at) => at < from || at >= from + size);
      const found = await play(theatre, { ...best.plan, steps });
      if (found && kindOf(found) === kind) best = found;
      else from += size;
    }
  }
  return best;
}

/** What a fault is, whatever the ids. */
const kindOf = ({ fault }: Finding): string =>
  fault.message
    .split('\n')[0]
    .replace(/\d+/g, '')
    .replace(/ as \w+$/, '');

export function report({ plan, step, fault, stories }: Finding): string {
  const { seed, length, prelude } = plan;
  return [
    `seed ${seed}, found after step ${step}: ${fault.message}`,
    ...(prelude.length > 0 ? [`  after the first ${prelude.length} steps of seed ${prelude.seed}`] : []),
    `  as a regression: ${JSON.stringify({ prelude, seed, steps: plan.steps, length })}`,
    ...stories.map((story) => `  ${story}`),
  ].join('\n');
}
