import { Channels } from '@app/channels';
import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { MessageAudiences } from '../audiences/message-audiences.service';
import { MessageRenderingClientEvents } from './message-rendering.client-events';
import type { RenderedText } from './rendered-text.repository';

/** Tells the readers of a message about its new HTML. */
@Injectable()
export class RenderingEvents {
  constructor(
    private readonly channels: Channels,
    private readonly audiences: MessageAudiences,
    private readonly clients: MessageRenderingClientEvents,
    private readonly clock: Clock,
  ) {}

  async tell(text: RenderedText, html: string): Promise<void> {
    const { id, organizationId, channelId, content } = text;
    const audience = await this.audiences.ofOne(organizationId, text);
    const channel = channelId === null ? null : await this.channels.facts(organizationId, channelId);
    const renderedAt = Math.floor(this.clock.now().getTime() / 1000);
    const place = channel && { id: channel.id, name: channel.name };
    this.clients.tell(organizationId, audience, { id, channel: place, content, html, renderedAt });
  }
}
