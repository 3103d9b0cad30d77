import { RENDERER_VERSION } from '@app/markdown';
import { Lock, lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { LinkPreviews } from '../link-previews/link-previews.service';
import type { DueRerendering } from '../rerenderings/rerendering';
import { Rerenderings } from '../rerenderings/rerenderings.service';
import { SearchIndex } from '../search/search-index.service';
import { RenderedText, RenderedTextRepository } from './rendered-text.repository';
import { RenderingEvents } from './rendering-events.service';
import type { Rendering } from './renderings.service';

/** Gives messages new HTML. */
@Injectable()
export class RenderingChanges {
  constructor(
    private readonly queue: Rerenderings,
    private readonly texts: RenderedTextRepository,
    private readonly linkPreviews: LinkPreviews,
    private readonly searchIndex: SearchIndex,
    private readonly clientEvents: RenderingEvents,
    private readonly transactions: Transactions,
  ) {}

  /** Does nothing if the message was requested again meanwhile, or has another text. */
  async replace(due: DueRerendering, text: RenderedText, rendering: Rendering): Promise<void> {
    await this.transactions.run([...placeOf(text), lock.message(text.id)], async () => {
      // Requested again since it was leased: this rendering may be outdated.
      if (!(await this.queue.finish(due))) return;
      const { html, hasLink, hasImage, unseenPages } = rendering;
      const renewed = { html, hasLink, hasImage, rendererVersion: RENDERER_VERSION };
      if (!(await this.texts.rewrite(text, renewed))) return;
      await this.linkPreviews.request(text.organizationId, text.id, unseenPages);
      if (html === text.html) return;
      await this.searchIndex.outdate([text.id]);
      await this.clientEvents.tell(text, html);
    });
  }
}

/** No subscription changes while the audience is determined. */
const placeOf = ({ channelId }: RenderedText): Lock[] => (channelId === null ? [] : [lock.channelShared(channelId)]);
