import { Module } from '@nestjs/common';
import { MessageIdWatermarkRepository } from './message-id-watermark.repository';
import { MessageIdWatermark } from './message-id-watermark.service';

@Module({
  providers: [MessageIdWatermark, MessageIdWatermarkRepository],
  exports: [MessageIdWatermark],
})
export class WatermarkModule {}
