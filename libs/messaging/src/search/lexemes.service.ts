import { Injectable } from '@nestjs/common';
import { SearchIndexRepository } from './search-index.repository';

/** Most texts are made of few words. */
const MAX_KEPT = 50_000;

/** The lexemes of words in the index: without endings, and without stop words. */
@Injectable()
export class Lexemes {
  private language = '';
  private readonly kept = new Map<string, readonly string[]>();

  constructor(private readonly index: SearchIndexRepository) {}

  /** One statement at most, for those that were not asked for lately. */
  async of(language: string, words: Iterable<string>): Promise<(word: string) => readonly string[]> {
    if (language !== this.language) this.kept.clear();
    this.language = language;
    const found = new Map<string, readonly string[]>();
    const unknown = new Set<string>();
    for (const word of words) {
      const lexemes = this.kept.get(word);
      if (lexemes) found.set(word, lexemes);
      else unknown.add(word);
    }
    if (unknown.size > 0) {
      for (const [word, lexemes] of await this.index.lexemes(language, [...unknown])) {
        found.set(word, lexemes);
        if (language === this.language) this.keep(word, lexemes);
      }
    }
    return (word) => found.get(word) ?? [];
  }

  private keep(word: string, lexemes: readonly string[]): void {
    this.kept.set(word, lexemes);
    if (this.kept.size <= MAX_KEPT) return;
    const [oldest] = this.kept.keys();
    if (oldest !== undefined) this.kept.delete(oldest);
  }
}
