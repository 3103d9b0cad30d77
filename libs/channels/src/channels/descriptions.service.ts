import { RenderingOptions } from '@app/identity';
import { findReferences, render } from '@app/markdown';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { setImmediate } from 'node:timers/promises';
import { oneLine } from '../records/channel-name';
import type { NewChannel } from '../records/channel.repository';
import { Channels } from './channels.service';

/** Renders the descriptions of channels, before any transaction. They may link to channels that their author sees. */
@Injectable()
export class Descriptions {
  constructor(
    private readonly channels: Channels,
    private readonly renderingOptions: RenderingOptions,
  ) {}

  /** One statement at most. */
  async render(actor: Actor, wanted: readonly { name: string; description: string }[]): Promise<NewChannel[]> {
    const names = new Set(wanted.flatMap(({ description }) => findReferences(description).channels));
    const channels = await this.channels.findLinked(actor, [...names]);
    const options = await this.renderingOptions.ofDescriptions(actor);
    const rendered: NewChannel[] = [];
    for (const { name, description: written } of wanted) {
      const description = oneLine(written);
      const { html } = render(description, { ...options, users: [], groups: [], channels });
      rendered.push({ name, description, renderedDescription: html });
      await setImmediate(); // a thousand awkward ones take seconds: others are served in between
    }
    return rendered;
  }
}
