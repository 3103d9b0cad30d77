import { Module } from '@nestjs/common';
import { RerenderingsModule } from '../rerenderings/rerenderings.module';
import { LinkPreviewRepository } from './link-preview.repository';
import { LinkPreviewer } from './link-previewer.service';
import { LinkPreviews } from './link-previews.service';

@Module({
  imports: [RerenderingsModule],
  providers: [LinkPreviewRepository, LinkPreviewer, LinkPreviews],
  exports: [LinkPreviews],
})
export class LinkPreviewsModule {}
