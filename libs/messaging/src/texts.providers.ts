import { Highlights } from './app/highlights.service';
import { LinkPreviewer } from './app/link-previewer.service';
import { LinkPreviews } from './app/link-previews.service';
import { MassMentions } from './app/mass-mentions.service';
import { MessageRenderingClientEvents } from './app/message-rendering.client-events';
import { Renderings } from './app/renderings.service';
import { Rerenderer } from './app/rerenderer.service';
import { Rerenderings } from './app/rerenderings.service';
import { TextReferences } from './app/text-references.service';
import { LinkPreviewRepository } from './store/link-preview.repository';
import { RenderedTextRepository } from './store/rendered-text.repository';
import { RerenderingRepository } from './store/rerendering.repository';

/** How texts become what clients show, also later and anew. */
export const TEXT_PROVIDERS = [
  Highlights,
  LinkPreviewRepository,
  LinkPreviewer,
  LinkPreviews,
  MassMentions,
  MessageRenderingClientEvents,
  RenderedTextRepository,
  Renderings,
  Rerenderer,
  RerenderingRepository,
  Rerenderings,
  TextReferences,
];
