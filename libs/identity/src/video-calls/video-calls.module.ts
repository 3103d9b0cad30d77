import { Module } from '@nestjs/common';
import { CallController } from './call.controller';
import { VideoCallsController } from './video-calls.controller';
import { VideoCalls } from './video-calls.service';

@Module({
  controllers: [CallController, VideoCallsController],
  providers: [VideoCalls],
})
export class VideoCallsModule {}
