import { Injectable } from '@nestjs/common';
import { queryOf, searchTerms, SearchWords } from './search-words';
import { Lexemes } from './lexemes.service';
import { SearchIndex } from './search-index.service';

/** Makes out what is looked for. */
@Injectable()
export class Searches {
  constructor(
    private readonly index: SearchIndex,
    private readonly lexemes: Lexemes,
  ) {}

  /**
   * Prepares a search and ensures that all messages so far can be found, including one that the user has just sent.
   * Called outside transactions.
   */
  async prepare(written: string): Promise<SearchWords> {
    const { language, formerLanguage } = await this.index.catchUp();
    const terms = searchTerms(written);
    const words = terms.flatMap((term) => term.words);
    const lexemesOf = await this.lexemes.of(language, words);
    const query = queryOf(terms, lexemesOf);
    // While everything is indexed again, what is not yet has the words of the former language.
    const former = formerLanguage ? queryOf(terms, await this.lexemes.of(formerLanguage, words)) : null;
    return {
      language,
      lexemes: words.flatMap(lexemesOf),
      query: query === null || former === null || former === query ? (query ?? former) : `(${query}) | (${former})`,
      phrases: terms.flatMap(({ phrase }) => phrase ?? []),
    };
  }
}
