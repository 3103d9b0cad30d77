import type { References } from '@app/markdown';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { CustomEmoji } from '../emoji/custom-emoji.service';
import { ExternalPictureAddresses } from '../external-pictures/external-picture-addresses.service';
import { Linkifiers } from '../linkifiers/linkifiers.service';
import { Organizations } from '../organizations/organizations.service';

/** Rendering options that depend on the organization and the author, not on the text. */
export type OrganizationRendering = Required<
  Pick<References, 'linkifiers' | 'customEmoji' | 'organization' | 'translatesEmoticons'>
>;

type Author = Pick<
  Actor,
  'organizationId' | 'permissionVersion' | 'linkifierVersion' | 'emojiVersion' | 'translatesEmoticons'
>;

/**
 * Rendering options of messages, descriptions and profiles. Runs no query if nothing has changed since the last text.
 */
@Injectable()
export class RenderingOptions {
  constructor(
    private readonly organizations: Organizations,
    private readonly linkifiers: Linkifiers,
    private readonly customEmoji: CustomEmoji,
    private readonly externalPictures: ExternalPictureAddresses,
  ) {}

  /** For messages. */
  async of(author: Author): Promise<OrganizationRendering> {
    const [{ url, settings }, linkifiers, customEmoji] = await Promise.all([
      this.organizations.cached(author),
      this.linkifiers.cached(author),
      this.customEmoji.cached(author),
    ]);
    return {
      linkifiers,
      customEmoji,
      translatesEmoticons: author.translatesEmoticons,
      organization: {
        url,
        defaultCodeLanguage: settings.defaultCodeBlockLanguage || null,
        previewsImages: settings.inlineImagePreview,
        previewsLinks: settings.inlineUrlEmbedPreview,
        externalImageProxy: (address) => this.externalPictures.addressOf(author.organizationId, address),
      },
    };
  }

  /** For short texts in lists and headings, without previews below them. */
  async ofDescriptions(author: Author): Promise<OrganizationRendering> {
    const options = await this.of(author);
    return { ...options, organization: { ...options.organization, previewsImages: false, previewsLinks: false } };
  }
}
