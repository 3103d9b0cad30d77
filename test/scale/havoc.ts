import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from './client';
import { admit, expectRight, membershipOf } from './deeds/membership';
import { said } from './deeds/deed';
import { send } from './deeds/messages';
import { contentOf, NumberedMessage, numberIn } from './ledger';
import type { Town } from './town';

/** Longer than leases, long polls and the timeout of a proxy. */
const LONG_PAUSE_MS = 75_000;
const LONG_PAUSES = 0.2;
const CRASHES_EVERY_SECONDS = 60;
const NOBODY_WAITS_MS = 300;
const SLOW_ANSWERS_MS = 20_000;

export interface Pace {
  readonly seconds: number;
  /** Up to so long, except for some that are longer than any lease. */
  readonly pauseMs: number;
  readonly hasLongPauses: boolean;
  /** From the end of one to the next. */
  readonly betweenMs: number;
}

/** Kills nodes, pauses them, and kills PostgreSQL every minute, and once at least. */
export class Havoc {
  private paused: number | null = null;
  private pausing: Promise<void> = Promise.resolve();

  constructor(private readonly town: Town) {}

  /** Resolves when all parts are up. */
  async rage({ seconds, pauseMs, hasLongPauses, betweenMs }: Pace): Promise<void> {
    const { random } = this.town;
    const began = Date.now();
    const period = Math.min(seconds, CRASHES_EVERY_SECONDS) * 1_000;
    let crashesAt = began + period * (0.4 + random.next() * 0.2);
    let hasCrashed = false;
    for (let turn = 0; !hasCrashed || Date.now() - began < seconds * 1_000; turn++) {
      if (this.paused === null && turn % 3 === 0) {
        const hasTime = Date.now() + LONG_PAUSE_MS < began + seconds * 1_000;
        const isLong = hasLongPauses && hasTime && random.chance(LONG_PAUSES);
        this.pausing = this.pause(random.below(this.nodes.length), isLong ? LONG_PAUSE_MS : pauseMs);
      }
      await delay(betweenMs);
      const victims = this.nodes.map((_, index) => index).filter((index) => index !== this.paused);
      if (Date.now() > crashesAt) {
        hasCrashed = true;
        crashesAt += period;
        await this.during('crashed', () => this.town.cluster.crashPostgres(random.pick(victims)));
      } else await this.during('killed', () => this.town.cluster.bounce(random.pick(victims)));
    }
    await this.pausing;
  }

  private get nodes() {
    return this.town.cluster.nodes;
  }

  private async during(trouble: 'killed' | 'crashed', act: () => Promise<void>): Promise<void> {
    const end = this.town.disturbances.begin(trouble);
    await act();
    end();
  }

  /**
   * Pauses a node while a user loses permissions that the node has cached; requests from before the pause and after it
   * are answered by the current permissions.
   */
  private async pause(index: number, pauseMs: number): Promise<void> {
    const { town } = this;
    const node = this.nodes[index];
    const at = node.url;
    this.paused = index;
    const wakesAt = Date.now() + pauseMs;
    const end = town.disturbances.begin('paused');
    node.pause();
    const [member] = town.random.shuffled(town.people).filter((one) => isSurelyFreeToGo(town, one));
    const release = town.facts.hold(membershipOf(town.club, member)); // Or the owner adds the member again meanwhile.
    const patienceMs = pauseMs + SLOW_ANSWERS_MS;
    const narrow = [{ operator: 'channel', operand: town.club.channelId }];
    const window = { anchor: 'newest', num_before: 50, num_after: 0, narrow, apply_markdown: false };
    const { body } = await member.insist('POST', 'register', { parameters: { event_types: ['message'] } });
    const poll = { queue_id: body.queue_id, last_event_id: -1 };
    const page = member.attempt('GET', 'messages', { parameters: window, at, patienceMs });
    const events = member.attempt('GET', 'events', { parameters: poll, at, patienceMs });
    const me = town.visitor.attempt('GET', 'users/me', { at, patienceMs });

    await admit(town, member, false);
    const secret = await send(town, town.owner, town.club, { isInTurn: false });
    await this.editTwice(secret, at);
    await this.setVisitor(false);
    await delay(Math.max(0, wakesAt - Date.now()));
    node.resume();
    end();

    const [told, shown, seen] = await Promise.all([events, page, me]);
    const name = `a node that slept for ${pauseMs} ms`;
    const messages = (shown?.body.messages ?? []) as unknown[];
    if (messages.length > 0) town.breaches.push(`${name} shows the club to ${member.email}, who was put out`);
    const numbers = ((told?.body.events ?? []) as { message?: { content: string } }[]).map(({ message }) =>
      numberIn(message?.content ?? ''),
    );
    if (numbers.includes(secret.number)) town.breaches.push(`${name} tells ${member.email} of ${secret.number}`);
    if (seen?.status === 200) town.breaches.push(`${name} serves somebody who was deactivated`);
    await expectRight(town, member, false, at);
    release();
    const { status } = (await town.visitor.attempt('GET', 'users/me', { at })) ?? { status: 0 };
    if (status === 200) town.breaches.push(`${name} goes on serving somebody who was deactivated`);
    await this.setVisitor(true);
    await town.visitor.logInAgain();
    await town.visitor.insist('GET', 'users/me');
    this.paused = null;
  }

  /** First at the paused node, without waiting, and then at another one: the second is the final value. */
  private async editTwice({ id, number }: NumberedMessage, at: string): Promise<void> {
    const { owner, facts } = this.town;
    const path = `messages/${id}`;
    const wish = (addition: string) => ({ parameters: { content: contentOf(number, addition) } });
    await owner.attempt('PATCH', path, { ...wish(', asleep'), at, patienceMs: NOBODY_WAITS_MS });
    const content = contentOf(number, ', awake');
    await facts.change(`content:${id}`, content, () => owner.insist('PATCH', path, wish(', awake')));
  }

  private async setVisitor(isActive: boolean): Promise<void> {
    const { owner, visitor, facts, disturbances } = this.town;
    const path = isActive ? `users/${visitor.id}/reactivate` : `users/${visitor.id}`;
    const isDone = said(/already|deactivated|is active|No such/i);
    const act = () => owner.insist(isActive ? 'POST' : 'DELETE', path, { isDone });
    const outcome = await facts.change('visitor', isActive, act);
    // Before the opposite is requested, this attempt must have ended; a paused node may still have a part of it.
    if (isActive && outcome.isRepeated) await disturbances.outlived(outcome.from);
  }
}

const isSurelyFreeToGo = ({ club, facts }: Town, member: Client): boolean =>
  club.isSurelyIn(member.id) && facts.isFree(membershipOf(club, member));
