import { ChannelsContextModule } from '@app/channels';
import { IdentityModule } from '@app/identity';
import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { AttachmentsModule } from '../attachments/attachments.module';
import { AudiencesModule } from '../audiences/audiences.module';
import { AuthorsModule } from '../authors/authors.module';
import { LinkPreviewsModule } from '../link-previews/link-previews.module';
import { RerenderingsModule } from '../rerenderings/rerenderings.module';
import { SearchModule } from '../search/search.module';
import { TopicsModule } from '../topics/topics.module';
import { MessageRenderingClientEvents } from './message-rendering.client-events';
import { RenderedTextRepository } from './rendered-text.repository';
import { RenderingChanges } from './rendering-changes.service';
import { RenderingEvents } from './rendering-events.service';
import { Renderings } from './renderings.service';
import { Rerenderer } from './rerenderer.service';
import { TextReferences } from './text-references.service';

@Module({
  imports: [
    ChannelsContextModule,
    IdentityModule,
    RealtimeModule,
    AttachmentsModule,
    AudiencesModule,
    AuthorsModule,
    LinkPreviewsModule,
    RerenderingsModule,
    SearchModule,
    TopicsModule,
  ],
  providers: [
    MessageRenderingClientEvents,
    RenderedTextRepository,
    RenderingChanges,
    RenderingEvents,
    Renderings,
    Rerenderer,
    TextReferences,
  ],
  exports: [Renderings],
})
export class RenderingModule {}
