import { Module } from '@nestjs/common';
import { EmojiModule } from '../emoji/emoji.module';
import { ExternalPicturesModule } from '../external-pictures/external-pictures.module';
import { LinkifiersModule } from '../linkifiers/linkifiers.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { RenderingOptions } from './rendering-options.service';

@Module({
  imports: [EmojiModule, ExternalPicturesModule, LinkifiersModule, OrganizationsModule],
  providers: [RenderingOptions],
  exports: [RenderingOptions],
})
export class RenderingOptionsModule {}
