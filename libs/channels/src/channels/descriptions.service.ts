import { RenderingOptions } from '@app/identity';
import { findReferences, render } from '@app/markdown';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { setImmediate } from 'node:timers/promises';
import { oneLine } from '../records/channel-name';
import type { NewChannel } from '../records/channel.repository';
import { Channels } from './channels.service';

/** Renders descriptions of channels, before the transaction. They may link to channels that their author sees. */
@Injectable()
export class Descriptions {
  constructor(
    private readonly channels: Channels,
    private readonly renderingOptions: RenderingOptions,
  ) {}

  /** At most one statement. */
  async render(actor: Actor, wanted: readonly { name: string; description: string }[]): Promise<NewChannel[]> {
    const names = new Set(wanted.flatMap(({ description }) => findReferences(description).channels));
    const channels = await this.channels.findLinked(actor, [...names]);
    const options = await this.renderingOptions.ofDescriptions(actor);
    const rendered: NewChannel[] = [];
    for (const { name, description: written } of wanted) {
      const description = oneLine(written);
      const { html } = render(description, { ...options, users: [], groups: [], channels });
      rendered.push({ name, description, renderedDescription: html });
      await setImmediate(); // A thousand complex ones take seconds, so other requests run in between.
    }
    return rendered;
  }
}
