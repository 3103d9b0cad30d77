import type { MessageId } from '@app/kernel';
import { Backlog, Config, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import { wordsIn } from './search-words';
import { visibleText } from './visible-text';
import { CollectedWords, IndexedText, IndexSize, IndexState, SearchIndexRepository } from './search-index.repository';
import { MessageIdWatermark } from '../watermark/message-id-watermark.service';

/** About 50 ms of work: a write delays all client events, and searches that need missing entries. */
const BATCH = 200;
/** The number of missing messages for which a search waits. */
const MAX_AWAITED = 10;
/**
 * If another transaction writes the index, a search checks again after this time, a limited number of times, without
 * holding a connection.
 */
const BETWEEN_LOOKS_MS = 20;
const MAX_LOOKS = 50;
/** Of a longer text, such as one with many formulas, only the beginning is found. */
const LONGEST_TEXT = 200_000;
/** More messages that are to be indexed are not counted. */
const MAX_COUNTED = 100_000;

/** How far the index of words is. */
export interface IndexStatus extends IndexSize, IndexState {
  readonly waiting: number;
  /** More wait than were counted. */
  readonly isMore: boolean;
}

/**
 * The full-text index of all messages. Sending does not wait for it: a worker indexes messages soon after, and a search
 * first indexes missing ones itself. Transactions that change or delete messages mark them as outdated.
 */
@Injectable()
export class SearchIndex {
  /** The last batch was a whole one, so there is no need to look whether there is another. */
  private isFarBehind = false;

  constructor(
    private readonly index: SearchIndexRepository,
    private readonly watermark: MessageIdWatermark,
    private readonly transactions: Transactions,
    private readonly config: Config,
  ) {}

  /**
   * Called in the transaction that changes, moves or deletes messages.
   * @throws Error outside a transaction
   */
  async outdate(ids: readonly MessageId[]): Promise<void> {
    if (ids.length > 0 && this.transactions.required) await this.index.outdate(ids);
  }

  /** Everything that has been written so far can be found then, unless there is very much of it: the newest at least. */
  async catchUp(): Promise<IndexState & { readonly language: string }> {
    for (let batches = 0, looks = 0; ;) {
      const state = await this.index.look();
      if (state.language === null) await this.index.adopt(this.config.searchLanguage);
      else if (state.isComplete || batches === MAX_AWAITED || looks === MAX_LOOKS)
        return { ...state, language: state.language };
      else if (await this.write('newest')) batches++;
      else {
        // Another writer is at it, or a replica that is asked does not have yet what was written.
        looks++;
        await setTimeout(BETWEEN_LOOKS_MS);
      }
    }
  }

  /** Indexes a batch of what has come or changed; whether there may be more. */
  async advance(): Promise<boolean> {
    if (!this.isFarBehind) {
      const { isComplete, isBehind, language } = await this.index.look();
      if (language === null) return this.index.adopt(this.config.searchLanguage);
      if (isComplete && !isBehind) return false;
    }
    this.isFarBehind = (await this.write('oldest', await this.watermark.look())) === BATCH;
    return this.isFarBehind;
  }

  /** Indexes a batch of what is to be indexed again, newest first; false: all is done, or another writer is at it. */
  async rebuildSome(): Promise<boolean> {
    if ((await this.index.state()).rebuildBelow === null) return false;
    const isMore = await this.asOnlyWriter(async () => {
      const { rebuildBelow, language } = await this.index.state();
      if (rebuildBelow === null || language === null) return false;
      const texts = await this.index.below(rebuildBelow, BATCH);
      await this.index.write(language, texts.map(collected));
      const isDone = texts.length < BATCH;
      await this.index.rebuilt(isDone ? null : texts.at(-1)!.id);
      return !isDone;
    });
    return isMore ?? false;
  }

  /** Indexes everything again, in the configured language. Searches use the old entries meanwhile. */
  restart(): Promise<void> {
    return this.transactions.run([lock.searchIndex()], async () => {
      await this.index.adopt(this.config.searchLanguage);
      await this.index.restart();
    });
  }

  /** If the language that is set is not that of the index, everything is to be indexed again. False: to be tried again. */
  async adoptLanguage(): Promise<boolean> {
    return (await this.asOnlyWriter(() => this.index.adopt(this.config.searchLanguage))) !== null;
  }

  async status(): Promise<IndexStatus> {
    const [state, size, { waiting }] = await Promise.all([this.index.state(), this.index.size(), this.backlog()]);
    return { ...state, ...size, waiting, isMore: waiting >= MAX_COUNTED };
  }

  backlog(): Promise<Backlog> {
    return this.index.backlog(MAX_COUNTED);
  }

  /** Null where there is another writer: waiting for it would occupy a connection. */
  private asOnlyWriter<R>(work: () => Promise<R>): Promise<R | null> {
    return this.transactions.run([], async () => ((await this.index.holdAlone()) ? work() : null));
  }

  /**
   * The number of indexed messages; `null`: another transaction writes the index. If it is less than a batch, no
   * message up to the watermark is missing (`null`: not checked).
   */
  private write(first: 'oldest' | 'newest', watermark: number | null = null): Promise<number | null> {
    return this.asOnlyWriter(async () => {
      const { language } = await this.index.state();
      const changed = await this.index.claim(BATCH);
      const missing = await this.index.missing(first, BATCH - changed.length);
      const known = changed.length > 0 ? await this.index.texts(changed) : [];
      const existing = new Set(known.map(({ id }) => id));
      const texts = new Map([...known, ...missing].map((text) => [text.id, text]));
      await this.index.write(language!, [...texts.values()].map(collected));
      await this.index.remove(changed.filter((id) => !existing.has(id)));
      if (watermark !== null) await this.index.reach(reachedBy(missing, BATCH - changed.length, watermark));
      return changed.length + missing.length;
    });
  }
}

const reachedBy = (missing: readonly IndexedText[], limit: number, watermark: number): number =>
  missing.length < limit ? watermark : Math.min(watermark, missing[missing.length - 1]?.id ?? 0);

function collected({ id, channelId, topic, html }: IndexedText): CollectedWords {
  const text = `${topic} ${visibleText(html.slice(0, LONGEST_TEXT))}`;
  return { id, channelId, words: Array.from(wordsIn(text), ({ word }) => word).join(' ') };
}
