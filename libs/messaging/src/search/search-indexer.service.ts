import { Backlog, Worker, Workers } from '@app/platform';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import { SearchIndex } from './search-index.service';

/** New messages can be found within a second. */
const EVERY_MS = 400;

/** Collects the words of messages: of new ones at once, of old ones in the background. */
@Injectable()
export class SearchIndexer implements Worker, OnModuleInit {
  readonly name = 'search_index';
  readonly everyMs = EVERY_MS;
  private hasLanguage = false;

  constructor(
    private readonly index: SearchIndex,
    private readonly workers: Workers,
  ) {}

  onModuleInit(): void {
    this.workers.add(this);
  }

  /** Old messages have time: after each batch of them, a rest as long as it took. */
  async work(signal: AbortSignal): Promise<boolean> {
    this.hasLanguage ||= await this.index.adoptLanguage();
    if (!this.hasLanguage) return false;
    if (await this.index.advance()) return true;
    const begun = Date.now();
    if (!(await this.index.rebuildSome())) return false;
    await setTimeout(Date.now() - begun, undefined, { signal }).catch(() => undefined); // stopping: no rest
    return true;
  }

  backlog(): Promise<Backlog> {
    return this.index.backlog();
  }
}
