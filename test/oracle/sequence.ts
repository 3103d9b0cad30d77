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

/** How much is looked at: lists and objects are each one path of one actor. */
const AFTER_EACH_STEP = 1;
const OBJECTS_AT_THE_END = 60;
const MOST_TRIES = 30;
/** A quarter of the scenes begin with guests who see only whom they know. */
const isLimitedAtFirst = ({ seed }: Plan): boolean => seed % 8 > 5;
/** How often a step is about whom guests see; decided apart, so that the other steps of a seed stay what they are. */
const STEPS_OF_SIGHT = 0.06;
/** How often a step is followed by one about what somebody is, has, or wants to hear. */
const STEPS_OF_ONES_OWN = 0.2;
/** How often a step is followed by one that changes, moves or deletes messages. */
const STEPS_OF_CHANGE = 0.35;
/** How often by one of somebody who reads, reacts, or writes for himself. */
const STEPS_OF_READING = 0.2;
/** How often by one of somebody who wants to be reminded, keeps a view, or reports a message. */
const STEPS_AHEAD = 0.15;

/** A sequence by its seed, and those of its steps that are taken; all steps hang on the seed and their number alone. */
export interface Plan {
  seed: number;
  steps: readonly number[];
}

export const planOf = (seed: number): Plan => ({ seed, steps: Array.from({ length: STEPS }, (_, step) => step) });

export interface Finding {
  plan: Plan;
  /** The last step that was taken. */
  step: number;
  fault: Disagreement;
  stories: readonly string[];
}

/** Plays one sequence in an organization of its own; what was found wrong first, or null. */
export async function play(theatre: Theatre, plan: Plan): Promise<Finding | null> {
  const scene = await Scene.set(theatre);
  const queues = new Queues(scene);
  const moments: Moment[] = [];
  let step = -1;
  try {
    if (isLimitedAtFirst(plan)) await limitGuests(scene);
    await queues.open();
    for (step of plan.steps) {
      const isOfSight = new Random(plan.seed * 1_061 + step).chance(STEPS_OF_SIGHT);
      await take(scene, step, new Random(plan.seed * 1_009 + step), moments, isOfSight ? changeSight : act);
      const aside = new Random(plan.seed * 1_069 + step);
      if (aside.chance(STEPS_OF_ONES_OWN)) await take(scene, step, aside, moments, changeOwnThings);
      const change = new Random(plan.seed * 1_087 + step);
      if (change.chance(STEPS_OF_CHANGE)) await take(scene, step, change, moments, changeMessages);
      const reading = new Random(plan.seed * 1_091 + step);
      if (reading.chance(STEPS_OF_READING)) await take(scene, step, reading, moments, readOn);
      const ahead = new Random(plan.seed * 1_093 + step);
      if (ahead.chance(STEPS_AHEAD)) await take(scene, step, ahead, moments, lookAhead);
      const random = new Random(plan.seed * 1_013 + step);
      for (let look = 0; look < AFTER_EACH_STEP; look++) {
        const probes = random.chance(0.5) ? listProbes(scene, random) : objectProbes(scene, random);
        await run(scene, random.pick(probes), random);
      }
    }
    await checkAll(scene, new Random(plan.seed));
    await queues.check(moments);
    return null;
  } catch (fault) {
    if (!(fault instanceof Disagreement)) throw fault;
    return { plan, step, fault, stories: moments.map((one) => `${one.step}. ${one.story}`) };
  } finally {
    await queues.close();
  }
}

async function take(scene: Scene, number: number, random: Random, moments: Moment[], action: Action): Promise<void> {
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

async function checkAll(scene: Scene, random: Random): Promise<void> {
  for (const probe of listProbes(scene, random)) await run(scene, probe, random);
  const objects = random.shuffled(objectProbes(scene, random)).slice(0, OBJECTS_AT_THE_END);
  for (const probe of objects) await run(scene, probe, random);
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
    plan: { ...finding.plan, steps: finding.plan.steps.filter((one) => one <= finding.step) },
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
  return [
    `seed ${plan.seed}, found after step ${step}: ${fault.message}`,
    `  again: npm run test:oracle -- --seed ${plan.seed} --sequences 1`,
    `  as a regression: { seed: ${plan.seed}, steps: [${plan.steps.join(', ')}] }`,
    ...stories.map((story) => `  ${story}`),
  ].join('\n');
}
