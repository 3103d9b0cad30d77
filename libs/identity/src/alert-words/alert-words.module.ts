import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AlertWordClientEvents } from './alert-word.client-events';
import { AlertWordRepository } from './alert-word.repository';
import { AlertWordsController } from './alert-words.controller';
import { AlertWords } from './alert-words.service';
import { AlertWordEntity } from './alert-word.entity';

@Module({
  imports: [TypeOrmModule.forFeature([AlertWordEntity]), RealtimeModule],
  controllers: [AlertWordsController],
  providers: [AlertWordClientEvents, AlertWordRepository, AlertWords],
  exports: [AlertWords],
})
export class AlertWordsModule {}
