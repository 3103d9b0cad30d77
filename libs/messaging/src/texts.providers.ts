import { Highlights } from './search/highlights.service';
import { LinkPreviewer } from './link-previews/link-previewer.service';
import { LinkPreviews } from './link-previews/link-previews.service';
import { WildcardMentions } from './sending/wildcard-mentions.service';
import { MessageRenderingClientEvents } from './rendering/message-rendering.client-events';
import { Renderings } from './rendering/renderings.service';
import { Rerenderer } from './rendering/rerenderer.service';
import { Rerenderings } from './rerenderings/rerenderings.service';
import { TextReferences } from './rendering/text-references.service';
import { LinkPreviewRepository } from './link-previews/link-preview.repository';
import { RenderedTextRepository } from './rendering/rendered-text.repository';
import { RerenderingRepository } from './rerenderings/rerendering.repository';

/** How texts become what clients show, also later and anew. */
export const TEXT_PROVIDERS = [
  Highlights,
  LinkPreviewRepository,
  LinkPreviewer,
  LinkPreviews,
  WildcardMentions,
  MessageRenderingClientEvents,
  RenderedTextRepository,
  Renderings,
  Rerenderer,
  RerenderingRepository,
  Rerenderings,
  TextReferences,
];
