import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Organizations } from '../organizations/organizations.service';
import { Permissions } from '../permissions/permissions.service';
import { isEmailVisibleTo } from '../records/user';
import { roleNameOf } from '../roles/role';
import { UserGroups } from '../user-groups/user-groups.service';
import { Users } from '../users/users.service';
import { type ExportPage, type ExportScope, ExportSections } from './export-sections.port';

const USERS_AT_ONCE = 1_000;
const GROUPS_AT_ONCE = 100;

/** The sections of exports about the organization, its accounts and its user groups. */
@Injectable()
export class ExportedOrganization implements OnModuleInit {
  constructor(
    private readonly sections: ExportSections,
    private readonly organizations: Organizations,
    private readonly users: Users,
    private readonly groups: UserGroups,
    private readonly permissions: Permissions,
  ) {}

  onModuleInit(): void {
    this.sections.add(
      { name: 'organization', next: (scope) => this.organization(scope) },
      { name: 'users', next: (scope, position) => this.accounts(scope, position) },
      { name: 'groups', next: (scope, position) => this.userGroups(scope, position) },
    );
  }

  private async organization({ organizationId, consentingIds }: ExportScope): Promise<ExportPage> {
    const { name, url, description, settings, createdAt } = await this.organizations.current(organizationId);
    const kind = consentingIds.size > 0 ? 'consented' : 'public';
    return whole([{ name, url, description, created_at: seconds(createdAt), data: kind, settings }]);
  }

  /** A real address is shown if the administrator who asked for the export may see it. */
  private async accounts({ organizationId, acting }: ExportScope, position: number): Promise<ExportPage> {
    const viewer = { userId: acting.id, role: acting.role };
    const users = byId(await this.users.list(organizationId, null)).filter(({ id }) => id > position);
    const rows = users.slice(0, USERS_AT_ONCE).map((user) => ({
      id: user.id,
      full_name: user.fullName,
      email: isEmailVisibleTo(user, viewer) ? user.deliveryEmail : user.email,
      role: roleNameOf(user.role),
      is_active: user.isActive,
      is_bot: user.isBot,
      bot_owner_id: user.botOwnerId,
      timezone: user.timezone,
      joined_at: seconds(user.joinedAt),
    }));
    return paged(rows, users.length > rows.length);
  }

  private async userGroups({ organizationId }: ExportScope, position: number): Promise<ExportPage> {
    const graph = await this.permissions.current(organizationId);
    const all = (await this.groups.all(organizationId, graph)).filter(({ isSystem }) => !isSystem);
    const groups = byId(all).filter(({ id }) => id > position);
    const rows = groups.slice(0, GROUPS_AT_ONCE).map(({ id, name, description, isDeactivated, createdAt }) => {
      const { members, subgroups } = graph.group(id)!;
      return { id, name, description, is_active: !isDeactivated, created_at: createdAt, members, subgroups };
    });
    return paged(rows, groups.length > rows.length);
  }
}

const whole = (rows: readonly object[]): ExportPage => ({ rows, uploads: [], position: null });

const paged = (rows: readonly { readonly id: number }[], hasMore: boolean): ExportPage => ({
  ...whole(rows),
  position: hasMore ? rows.at(-1)!.id : null,
});

const byId = <Row extends { readonly id: number }>(rows: readonly Row[]): Row[] =>
  [...rows].sort((one, other) => one.id - other.id);

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1_000);
