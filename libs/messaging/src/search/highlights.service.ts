import { escapeHtml } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { SearchWords, Word, wordsIn } from './search-words';
import { markableText, withMarks } from './visible-text';
import { Lexemes } from './lexemes.service';
import type { ReaderMessageView } from '../message-views/message-views.service';

type IsHit = (word: string) => boolean;

const NOTHING: IsHit = () => false;

/** Shows where a search has found its words: `match_content` and `match_subject` (docs/protocol/narrows.md). */
@Injectable()
export class Highlights {
  constructor(private readonly lexemes: Lexemes) {}

  /** One statement at most. Without words to look for, the views have their matches without any mark. */
  async on(wanted: readonly SearchWords[], views: readonly ReaderMessageView[]): Promise<ReaderMessageView[]> {
    const texts = views.map(({ view }) => ({ content: view.html, subject: escapeHtml(view.topic) }));
    const isHit = await this.hits(
      wanted,
      texts.flatMap(({ content, subject }) => [content, subject]),
    );
    return views.map(({ view, message }, index) => {
      const { content, subject } = texts[index]!;
      return {
        view: { ...view, matches: { content: marked(content, isHit), subject: marked(subject, isHit) } },
        message,
      };
    });
  }

  private async hits(wanted: readonly SearchWords[], texts: readonly string[]): Promise<IsHit> {
    const lexemes = new Set(wanted.flatMap((words) => words.lexemes));
    const [first] = wanted;
    if (!first || lexemes.size === 0) return NOTHING;
    const words = new Set<string>();
    for (const text of texts) for (const { word } of wordsIn(markableText(text))) words.add(word);
    const lexemesOf = await this.lexemes.of(first.language, words);
    const hits = new Set([...words].filter((word) => lexemesOf(word).some((lexeme) => lexemes.has(lexeme))));
    return (word) => hits.has(word);
  }
}

function marked(html: string, isHit: IsHit): string {
  if (isHit === NOTHING) return html;
  const places: Word[] = [];
  for (const found of wordsIn(markableText(html))) {
    if (!isHit(found.word)) continue;
    const last = places[places.length - 1];
    // In scripts without spaces, adjacent words are one match.
    if (last?.end === found.start) places[places.length - 1] = { ...last, end: found.end };
    else places.push(found);
  }
  return withMarks(html, places);
}
