import { grouped } from '@app/kernel';
import type { LinkPreview } from '@app/markdown';
import {
  Backlog,
  isDatabaseUnavailable,
  Log,
  Outbound,
  OutboundFailed,
  OutboundIsRefused,
  OutboundResponse,
  Transactions,
  Worker,
  Workers,
} from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { setImmediate } from 'node:timers/promises';
import { asVideo } from './embedded-video';
import { decodePage, PageReader } from './page-reader';
import { DueFetch, LinkPreviewRepository } from './link-preview.repository';
import { PREVIEWER } from './link-previews.service';
import { Rerenderings } from '../rerenderings/rerenderings.service';

const TYPES = ['text/html', 'application/xhtml+xml'];
const LARGEST_PAGE = 1024 * 1024;
/** The number of characters that are parsed at a time. */
const PART = 16_384;
const AT_ONCE = 12;
const EVERY_MS = 5_000;
/** The most attempts after temporary failures. */
const MAX_ATTEMPTS = 3;

/** Messages that one transaction has rendered again. Tests make it smaller. */
export const WAITING = { most: 500 };

const HOUR = 60 * 60;
const KEPT = { shown: 7 * 24 * HOUR, nothing: 24 * HOUR, failed: HOUR };

interface Look {
  /** `null`: there is nothing to show. */
  readonly preview: LinkPreview | null;
  readonly keptSeconds: number;
}

/** Fetches the pages to which messages link, and has those messages rendered again. */
@Injectable()
export class LinkPreviewer implements Worker, OnModuleInit {
  readonly name = PREVIEWER;
  readonly everyMs = EVERY_MS;

  constructor(
    private readonly rows: LinkPreviewRepository,
    private readonly rerenderings: Rerenderings,
    private readonly outbound: Outbound,
    private readonly workers: Workers,
    private readonly transactions: Transactions,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.workers.add(this);
  }

  async work(signal: AbortSignal): Promise<boolean> {
    const due = await this.rows.lease(AT_ONCE);
    await Promise.all(due.map((fetch) => this.attempt(fetch, signal)));
    return due.length === AT_ONCE;
  }

  backlog(): Promise<Backlog> {
    return this.rows.backlog();
  }

  /** @throws what keeps all pages from being looked at */
  private async attempt(fetch: DueFetch, signal: AbortSignal): Promise<void> {
    try {
      const known = (await this.rows.find([fetch.url])).get(fetch.url);
      const look = known?.isFresh ? null : await this.look(fetch, signal);
      await this.finish(fetch, look, known !== undefined);
    } catch (error) {
      if (signal.aborted) return; // a node leases it again in a minute
      if (isDatabaseUnavailable(error)) throw error;
      await this.rows.postpone(fetch.id);
      if (!(error instanceof OutboundFailed))
        this.log.warn('a linked page could not be shown', { fetch: fetch.id, error });
    }
  }

  /** @throws OutboundFailed for what may be better the next time */
  private async look({ url, attempts }: DueFetch, signal: AbortSignal): Promise<Look> {
    try {
      const page = await this.outbound.get({ url, types: TYPES, limit: LARGEST_PAGE, signal });
      const preview = asVideo(url, await cardOf(page));
      return preview.kind === 'nothing'
        ? { preview: null, keptSeconds: KEPT.nothing }
        : { preview, keptSeconds: KEPT.shown };
    } catch (error) {
      if (error instanceof OutboundIsRefused) return { preview: null, keptSeconds: KEPT.nothing };
      if (!(error instanceof OutboundFailed)) throw error;
      if (!error.isLasting && (signal.aborted || attempts + 1 < MAX_ATTEMPTS)) throw error;
      return { preview: null, keptSeconds: error.isLasting ? KEPT.nothing : KEPT.failed };
    }
  }

  /** If very many messages wait, in several transactions. `look` `null`: another node has fetched the page meanwhile. */
  private async finish(fetch: DueFetch, look: Look | null, wasKnown: boolean): Promise<void> {
    const isShown = wasKnown || (look !== null && look.preview !== null);
    while (!(await this.transactions.run([], () => this.finishSome(fetch, look, isShown))));
  }

  /** Returns whether no message waits any more. */
  private async finishSome({ id, url }: DueFetch, look: Look | null, isShown: boolean): Promise<boolean> {
    // Holds the row first. A concurrent request for the page holds the row and is then among the waiting messages.
    if (!(await this.rows.hold(id))) return true;
    if (look) await this.rows.store(url, look.preview, look.keptSeconds);
    const waiting = await this.rows.takeWaiting(url, WAITING.most);
    if (isShown) {
      for (const [organizationId, own] of grouped(waiting, (one) => one.organizationId)) {
        await this.rerenderings.queue(
          organizationId,
          own.map(({ messageId }) => messageId),
        );
      }
    }
    return waiting.length < WAITING.most && this.rows.claim(id, true);
  }
}

/** Parses in parts, so that other requests run in between. */
async function cardOf({ url, body, charset }: OutboundResponse): Promise<LinkPreview> {
  const reader = new PageReader();
  const html = decodePage(body, charset);
  for (let at = 0; at < html.length && !reader.isDone; at += PART) {
    reader.read(html.slice(at, at + PART));
    await setImmediate();
  }
  return reader.card(url);
}
