import { Random } from '../support/fuzz/random';
import { act, Action, Step } from './actions';
import { lookAhead } from './aside-actions';
import { changeMessages } from './edit-actions';
import type { Moment } from './event-paths';
import { changeVisibility } from './guest-actions';
import { changeOwnThings } from './personal-actions';
import type { Plan } from './plan';
import { readOn } from './reading-actions';
import type { Scene } from './scene';

/** Random choices are drawn separately for each kind of step, so that the other steps of a seed stay the same. */
interface Kind {
  factor: number;
  /** How often a step has one of these, in addition to its regular action. */
  often: number;
  action: Action;
}
const MAIN: Kind = { factor: 1_009, often: 1, action: act };
/** Changes the visibility of users for guests, in place of the regular action. */
const OF_VISIBILITY: Kind = { factor: 1_061, often: 0.06, action: changeVisibility };
const ASIDES: readonly Kind[] = [
  // A change of a user's role, profile, or muted users.
  { factor: 1_069, often: 0.2, action: changeOwnThings },
  { factor: 1_087, often: 0.35, action: changeMessages },
  // By a user who reads, reacts, or writes privately.
  { factor: 1_091, often: 0.2, action: readOn },
  // A reminder, a navigation view, or a report of a message.
  { factor: 1_093, often: 0.15, action: lookAhead },
];

/** The actions of one step. */
export async function takeStep(
  scene: Scene,
  { seed, pace }: Pick<Plan, 'seed' | 'pace'>,
  step: number,
  moments: Moment[],
): Promise<void> {
  const randomOf = ({ factor }: Kind) => new Random(seed * factor + step);
  const main = randomOf(OF_VISIBILITY).chance(OF_VISIBILITY.often) ? { ...MAIN, action: OF_VISIBILITY.action } : MAIN;
  if (pace === 'brisk') {
    const kinds = [main, ...ASIDES];
    let at = new Random(seed * 1_097 + step).next() * kinds.reduce((sum, { often }) => sum + often, 0);
    const kind = kinds.find(({ often }) => (at -= often) < 0)!;
    return take(scene, step, randomOf(kind), moments, kind.action);
  }
  await take(scene, step, randomOf(main), moments, main.action);
  for (const kind of ASIDES) {
    const random = randomOf(kind);
    if (random.chance(kind.often)) await take(scene, step, random, moments, kind.action);
  }
}

async function take(scene: Scene, number: number, random: Random, moments: Moment[], action: Action): Promise<void> {
  scene.taken++;
  const step = new Step(scene, random);
  const moment: Moment = {
    step: number,
    number: scene.taken,
    before: scene.model,
    after: step.after,
    endXid: Infinity,
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
