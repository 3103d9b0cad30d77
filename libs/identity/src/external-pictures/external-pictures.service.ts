import { Clock } from '@app/kernel';
import { Log, Outbound, OutboundFailed, OutboundIsRefused } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { fileTypeFromBuffer } from 'file-type/core';
import pLimit from 'p-limit';
import { Organizations } from '../organizations/organizations.service';
import { ANSWERED_TYPES, ExternalPicture, LARGEST_PICTURE, shownTypeOf } from './external-picture';
import { ExternalPictureAddresses } from './external-picture-addresses.service';
import { ExternalPictureCache } from './external-picture-cache';

const CACHE_BYTES = 32 * 1024 * 1024;
/** Seconds. */
const KEPT = { shown: 86_400, absent: 60 };
/** Each holds a picture in memory. */
const AT_ONCE = 8;
/** Further ones are absent for the moment, so that slow sites fill no line. */
const MAX_WANTED = 200;

/** Pictures and sounds of other sites, fetched by this server, so that readers tell other sites nothing by reading. */
@Injectable()
export class ExternalPictures {
  private readonly cache = new ExternalPictureCache(CACHE_BYTES);
  private readonly fetching = new Map<string, Promise<ExternalPicture | null>>();
  private readonly limit = pLimit(AT_ONCE);

  constructor(
    private readonly organizations: Organizations,
    private readonly addresses: ExternalPictureAddresses,
    private readonly outbound: Outbound,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** The address at the other site; `null`: this server did not make the one given, or previews are off. */
  async urlAt(host: string, digest: string, hex: string): Promise<string | null> {
    const { id, settings } = await this.organizations.atHost(host);
    if (!settings.inlineImagePreview && !settings.inlineUrlEmbedPreview) return null;
    return this.addresses.urlOf(id, digest, hex);
  }

  isKept(url: string): boolean {
    return this.cache.find(url, this.clock.seconds()) !== undefined;
  }

  /** `null`: the site has no picture or sound there that may be shown, or cannot be reached. */
  async read(url: string): Promise<ExternalPicture | null> {
    const known = this.cache.find(url, this.clock.seconds());
    if (known !== undefined) return known;
    const running = this.fetching.get(url);
    if (running) return running;
    if (this.fetching.size >= MAX_WANTED) return null;
    const begun = this.limit(() => this.fetch(url)).finally(() => this.fetching.delete(url));
    this.fetching.set(url, begun);
    return begun;
  }

  private async fetch(url: string): Promise<ExternalPicture | null> {
    const picture = await this.ask(url);
    this.cache.keep(url, picture, this.clock.seconds() + (picture ? KEPT.shown : KEPT.absent));
    return picture;
  }

  private async ask(url: string): Promise<ExternalPicture | null> {
    try {
      const answer = await this.outbound.get({ url, types: ANSWERED_TYPES, limit: LARGEST_PICTURE });
      if (answer.isTruncated) return null;
      const contentType = shownTypeOf((await fileTypeFromBuffer(answer.body))?.mime);
      return contentType === null ? null : { contentType, body: answer.body };
    } catch (error) {
      // The library that reads signatures fails on some contents.
      if (!(error instanceof OutboundIsRefused) && !(error instanceof OutboundFailed))
        this.log.warn('an external picture could not be read', { error });
      return null;
    }
  }
}
