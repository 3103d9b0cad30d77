import type { OrganizationId } from '@app/kernel';
import { Files } from '@app/platform';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CustomEmoji } from '../emoji/custom-emoji.service';
import { Organizations } from '../organizations/organizations.service';
import { type PictureKind, pictureKey } from '../pictures/picture';
import type { OrganizationPicture } from '../records/organization';
import { Users } from '../users/users.service';
import { type ExportPage, type ExportScope, ExportSections } from './export-sections.port';
import type { ExportedUpload } from './organization-export';

/** Each needs a question to the store of files. */
const PICTURES_AT_ONCE = 50;

/** A picture in the archive, with its line. */
interface Exported {
  readonly row: object;
  readonly upload: ExportedUpload;
}

/** The sections of exports with the pictures of users, the custom emoji, and the pictures of the organization. */
@Injectable()
export class ExportedPictures implements OnModuleInit {
  constructor(
    private readonly sections: ExportSections,
    private readonly users: Users,
    private readonly emoji: CustomEmoji,
    private readonly organizations: Organizations,
    private readonly files: Files,
  ) {}

  onModuleInit(): void {
    this.sections.add(
      { name: 'pictures', next: (scope) => this.ofOrganization(scope) },
      { name: 'emoji', next: (scope, position) => this.customEmoji(scope, position) },
      { name: 'avatars', next: (scope, position) => this.ofUsers(scope, position) },
    );
  }

  private async ofOrganization({ organizationId }: ExportScope): Promise<ExportPage> {
    const { pictures } = await this.organizations.current(organizationId);
    const kinds = (Object.entries(pictures) as [OrganizationPicture, string][]).map(([kind, key], id) => ({
      id,
      kind,
      key,
    }));
    return this.page(kinds, kinds.length, ({ kind, key }) =>
      this.exported('organization', organizationId, `${key}.png`, `pictures/${kind}.png`, { kind }),
    );
  }

  /** Deactivated emoji are there, because messages show them. Only one active emoji has a name. */
  private async customEmoji({ organizationId }: ExportScope, position: number): Promise<ExportPage> {
    const emoji = (await this.emoji.list(organizationId)).filter(({ id }) => id > position);
    return this.page(emoji, PICTURES_AT_ONCE, ({ id, name, key, authorId, isAnimated, isDeactivated }) => {
      const ending = isAnimated ? '.gif' : '.png';
      const path = `emoji/${isDeactivated ? `${id}-` : ''}${name}${ending}`;
      const row = { id, name, author_id: authorId, is_active: !isDeactivated };
      return this.exported('emoji', organizationId, `${key}${ending}`, path, row);
    });
  }

  /** Those that users uploaded, in their large size. */
  private async ofUsers({ organizationId }: ExportScope, position: number): Promise<ExportPage> {
    const users = [...(await this.users.list(organizationId, null))]
      .filter(({ id, avatarKey }) => id > position && avatarKey !== null)
      .sort((one, other) => one.id - other.id);
    return this.page(users, PICTURES_AT_ONCE, ({ id, avatarKey }) =>
      this.exported('avatar', organizationId, `${avatarKey}-medium.png`, `avatars/${id}.png`, { user_id: id }),
    );
  }

  /** @param path in the archive @returns `null`: the file is gone */
  private async exported(
    kind: PictureKind,
    organizationId: OrganizationId,
    file: string,
    path: string,
    row: object,
  ): Promise<Exported | null> {
    const fileKey = pictureKey(kind, organizationId, file);
    const size = fileKey === null ? null : await this.files.size(fileKey);
    return size === null ? null : { row: { ...row, path }, upload: { name: path, fileKey: fileKey!, size } };
  }

  private async page<One extends { readonly id: number }>(
    all: readonly One[],
    limit: number,
    work: (one: One) => Promise<Exported | null>,
  ): Promise<ExportPage> {
    const looked = all.slice(0, limit);
    const found = (await Promise.all(looked.map(work))).filter((one) => one !== null);
    return {
      rows: found.map(({ row }) => row),
      uploads: found.map(({ upload }) => upload),
      position: all.length > looked.length ? looked.at(-1)!.id : null,
    };
  }
}
