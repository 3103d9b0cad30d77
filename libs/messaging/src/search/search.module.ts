import { Module } from '@nestjs/common';
import { WatermarkModule } from '../watermark/watermark.module';
import { Highlights } from './highlights.service';
import { Lexemes } from './lexemes.service';
import { SearchIndexEventHandlers } from './search-index.event-handlers';
import { SearchIndexRepository } from './search-index.repository';
import { SearchIndex } from './search-index.service';
import { SearchIndexer } from './search-indexer.service';
import { Searches } from './searches.service';

@Module({
  imports: [WatermarkModule],
  providers: [
    Highlights,
    Lexemes,
    SearchIndex,
    SearchIndexEventHandlers,
    SearchIndexRepository,
    SearchIndexer,
    Searches,
  ],
  exports: [Highlights, SearchIndex, Searches],
})
export class SearchModule {}
