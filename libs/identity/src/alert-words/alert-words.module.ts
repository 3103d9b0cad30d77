import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { AlertWordClientEvents } from './alert-word.client-events';
import { AlertWordRepository } from './alert-word.repository';
import { AlertWordsController } from './alert-words.controller';
import { AlertWords } from './alert-words.service';

@Module({
  imports: [RealtimeModule],
  controllers: [AlertWordsController],
  providers: [AlertWordClientEvents, AlertWordRepository, AlertWords],
  exports: [AlertWords],
})
export class AlertWordsModule {}
