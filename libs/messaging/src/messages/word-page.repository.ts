import type { MessageId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { PagePart } from './page-window';
import { channelsIn, Condition, SearchCondition, SearchScope } from '../narrows/search-scope';
import { WordWindows, WordWindow } from '../search/word-window';
import { Bindings } from '../bindings.sql';
import { fits, Search, USER } from '../narrows/candidates.sql';
import { idsOf, isEmptyScope } from './page.sql';
import { channelMark, DIRECT_MARK, wordHits } from '../search/search.sql';
import { readerState } from '../received/standing.sql';
import { withinTime } from './within-time.sql';

/** Conditions that select fewer messages than words do, and are evaluated first. */
const FEWER = new Set<Condition['kind']>(['message', 'unread', 'starred', 'alerted', 'mentioned']);

/**
 * Pages of messages that contain given words. The planner cannot know where the reader's matches are. So growing ranges
 * of the index are searched. If a word is too frequent in other users' messages, the reader's own places are searched
 * instead.
 */
@Injectable()
export class WordPageRepository {
  constructor(private readonly database: Database) {}

  /**
   * Ascending, each once; `null`: the search has no words, or another condition selects fewer messages.
   * @throws SearchTakesTooLong
   */
  async find(search: Search, parts: readonly PagePart[]): Promise<MessageId[] | null> {
    const { conditions } = search;
    const words = conditions.find((one): one is SearchCondition => one.kind === 'search' && !one.negated)?.words;
    if (!words || conditions.some(({ kind, negated }) => !negated && FEWER.has(kind))) return null;
    if (words.query === null || isEmptyScope(search)) return [];
    const ids = await this.ids();
    if (!ids) return [];
    const found = new Set<MessageId>();
    for (const part of parts) for (const id of await this.inPart(search, part, ids)) found.add(id);
    return [...found].sort((one, other) => one - other);
  }

  /** The range of all message ids; `null`: there are none. */
  private async ids(): Promise<{ least: number; most: number } | null> {
    const row = await this.database.row<{ least: number | null; most: number }>(
      'SELECT (SELECT min(id) FROM message) AS least, (SELECT max(id) FROM message) AS most',
    );
    return row!.least === null ? null : { least: row!.least, most: row!.most };
  }

  private async inPart(
    search: Search,
    part: PagePart,
    ids: { readonly least: number; readonly most: number },
  ): Promise<MessageId[]> {
    const walk = new WordWindows(part, ids);
    const found: MessageId[] = [];
    for (let window = walk.window(); window; window = walk.window()) {
      const { hits, nearest } = await this.inWindow(search, window, part, part.count - found.length);
      found.push(...nearest);
      if (found.length >= part.count) break;
      if (!walk.goOn(window, hits)) return this.inPlaces(search, part);
    }
    return found;
  }

  private async inWindow(
    search: Search,
    window: WordWindow,
    part: PagePart,
    count: number,
  ): Promise<{ hits: number; nearest: MessageId[] }> {
    const bindings = bindingsOf(search);
    const { words } = search.conditions.find((one): one is SearchCondition => one.kind === 'search' && !one.negated)!;
    const hits = wordHits(words, window, markOf(search.scope), bindings);
    const candidates = { from: hits.from, id: 'm.id', areOwn: false, meets: 'search' as const };
    const order = 'below' in part ? 'DESC' : 'ASC';
    const row = await withinTime(
      this.database.row<{ hits: number; nearest: MessageId[] }>(
        `WITH ${readerState(USER)}, hits AS MATERIALIZED (${hits.all})
         SELECT (SELECT count(*) FROM hits) AS hits, ARRAY(
           SELECT m.id FROM ${candidates.from} WHERE ${hits.are} AND ${fits(search, candidates, bindings)}
           ORDER BY m.id ${order} LIMIT ${bindings.add(count, 'bigint')}) AS nearest`,
        bindings.values,
      ),
    );
    return { hits: row!.hits, nearest: row!.nearest.map(Number) as MessageId[] };
  }

  private async inPlaces(search: Search, part: PagePart): Promise<MessageId[]> {
    const bindings = bindingsOf(search);
    const rows = await withinTime(
      this.database.rows<{ id: MessageId }>(
        `WITH ${readerState(USER)} SELECT id FROM (${idsOf(search, part, bindings)}) page`,
        bindings.values,
      ),
    );
    return rows.map(({ id }) => id);
  }
}

function bindingsOf({ readingUser }: Search): Bindings {
  const bindings = new Bindings();
  if (bindings.add(readingUser.userId, 'bigint') !== `${USER}::bigint`) throw new Error('The user is the first value.');
  return bindings;
}

/** The mark of the searched place, if it is only one. */
function markOf({ whole, open, personal, direct }: SearchScope): string | null {
  if (open) return null;
  const channels = [...channelsIn(whole), ...channelsIn(personal)];
  const [first, second] = channels;
  if (direct) return first === undefined ? DIRECT_MARK : null;
  return first !== undefined && second === undefined ? channelMark(first) : null;
}
