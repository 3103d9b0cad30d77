import { RENDERER_VERSION, RenderingFailed } from '@app/markdown';
import { Actor, Backlog, isDatabaseUnavailable, Log, Worker, Workers } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import { RenderedText, RenderedTextRepository, SettledText } from './rendered-text.repository';
import type { DueRerendering } from '../rerenderings/rerendering';
import { Authors } from '../authors/authors.service';
import { RenderingChanges } from './rendering-changes.service';
import { Rendering, Renderings } from './renderings.service';
import { RERENDERER, Rerenderings } from '../rerenderings/rerenderings.service';

const BATCH = 20;
const EVERY_MS = 10_000;

/**
 * Renders messages again: requested ones, and in the background all that an older renderer version has rendered. Only
 * the HTML and the `has:` properties change; mentions stay.
 */
@Injectable()
export class Rerenderer implements Worker, OnModuleInit {
  readonly name = RERENDERER;
  readonly everyMs = EVERY_MS;

  constructor(
    private readonly queue: Rerenderings,
    private readonly texts: RenderedTextRepository,
    private readonly renderings: Renderings,
    private readonly changes: RenderingChanges,
    private readonly authors: Authors,
    private readonly workers: Workers,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.workers.add(this);
  }

  /**
   * Requested messages come first. The others are handled in batches, with a pause after each as long as the batch
   * took.
   */
  async work(signal: AbortSignal): Promise<boolean> {
    const asked = await this.queue.lease(BATCH);
    if (asked.length > 0) {
      await this.renderAll(asked, signal);
      return true;
    }
    const begun = Date.now();
    const stale = await this.queue.leaseStale(BATCH);
    if (!stale) return false;
    await this.renderAll(stale, signal);
    await setTimeout(Date.now() - begun, undefined, { signal }).catch(() => undefined); // stopping: no pause
    return true;
  }

  backlog(): Promise<Backlog> {
    return this.queue.backlog();
  }

  private async renderAll(due: readonly DueRerendering[], signal: AbortSignal): Promise<void> {
    const texts = new Map((await this.texts.list(due.map(({ id }) => id))).map((text) => [text.id, text]));
    const owned = Array.from(texts.values(), ({ organizationId, senderId: userId }) => ({ organizationId, userId }));
    const authors = await this.authors.of(owned);
    const settled: SettledText[] = [];
    for (const one of due) {
      if (signal.aborted) break; // a node leases the others again in a minute
      const text = texts.get(one.id);
      if (text) settled.push(...(await this.attempt(one, text, authors.get(text.senderId)!.actor)));
      else await this.queue.finish(one); // the message is gone
    }
    await this.texts.settle(settled, RENDERER_VERSION);
  }

  /**
   * Most messages have unchanged HTML, which only has to be stored. Such a message is returned, to be stored with
   * others.
   * @throws what keeps everything from being rendered
   */
  private async attempt(due: DueRerendering, text: RenderedText, author: Actor): Promise<SettledText[]> {
    try {
      const rendering = await this.rendered(text, author);
      if (!rendering || (rendering.html === text.html && rendering.unseenPages.length === 0)) {
        return [{ due, text, rendering }];
      }
      await this.changes.replace(due, text, rendering);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      const isKept = await this.queue.postpone(due);
      this.log.warn(isKept ? 'a message could not be rendered yet' : 'a message was not rendered again', {
        message: due.id,
        error,
      });
    }
    return [];
  }

  /** `null`: it cannot be rendered (any more) and stays as it is. */
  private async rendered({ id, content, html }: RenderedText, author: Actor): Promise<Rendering | null> {
    try {
      return await this.renderings.render(author, content, { messageId: id, html });
    } catch (error) {
      if (error instanceof RenderingFailed) return null;
      throw error;
    }
  }
}
