import type { References } from '@app/markdown';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { CustomEmoji } from '../emoji/custom-emoji.service';
import { Linkifiers } from '../linkifiers/linkifiers.service';
import { Organizations } from '../organizations/organizations.service';

/** What an organization and the author of a text add to the dialect, whatever the text is. */
export type OrganizationRendering = Required<
  Pick<References, 'linkifiers' | 'customEmoji' | 'organization' | 'translatesEmoticons'>
>;

type Author = Pick<
  Actor,
  'organizationId' | 'permissionVersion' | 'linkifierVersion' | 'emojiVersion' | 'translatesEmoticons'
>;

/** For whatever is rendered: messages, descriptions, profiles. No query while nothing has changed since the last text. */
@Injectable()
export class RenderingOptions {
  constructor(
    private readonly organizations: Organizations,
    private readonly linkifiers: Linkifiers,
    private readonly customEmoji: CustomEmoji,
  ) {}

  /** Of messages. */
  async of(author: Author): Promise<OrganizationRendering> {
    const [{ url, settings }, linkifiers, customEmoji] = await Promise.all([
      this.organizations.of(author),
      this.linkifiers.of(author),
      this.customEmoji.of(author),
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
      },
    };
  }

  /** Of short texts that stand in lists and headings: nothing is shown below them. */
  async ofDescriptions(author: Author): Promise<OrganizationRendering> {
    const options = await this.of(author);
    return { ...options, organization: { ...options.organization, previewsImages: false, previewsLinks: false } };
  }
}
