import { forgetCredentials } from '../deactivation';
import type { Person } from '../person';
import { World } from '../world';
import { Aim, Setting } from './operations';
import { Grant, GRANTS, Kind, Who } from './rules';

const granted = (name: string, grant: Grant): Who => ({ name, role: 'member', isNew: false, grants: [grant] });

export const PEOPLE: readonly Who[] = [
  { name: 'owner', role: 'owner', isNew: false, grants: [] },
  { name: 'administrator', role: 'admin', isNew: false, grants: [] },
  { name: 'moderator', role: 'moderator', isNew: false, grants: [] },
  { name: 'full member', role: 'member', isNew: false, grants: [] },
  { name: 'new member', role: 'member', isNew: true, grants: [] },
  { name: 'guest', role: 'guest', isNew: false, grants: GRANTS },
  granted('who may administer', 'can_administer_channel_group'),
  granted('who may add', 'can_add_subscribers_group'),
  granted('who may subscribe', 'can_subscribe_group'),
  granted('who may remove', 'can_remove_subscribers_group'),
  granted('who may send', 'can_send_message_group'),
];

const kind = (name: string, privacy: Kind['privacy'], more: Partial<Kind> = {}): Kind => ({
  name,
  privacy,
  isArchived: false,
  isAnnouncing: false,
  ...more,
});

export const KINDS: readonly Kind[] = [
  kind('web-public', 'web-public'),
  kind('public', 'public'),
  kind('private shared', 'shared'),
  kind('private protected', 'protected'),
  kind('announcing', 'public', { isAnnouncing: true }),
  kind('archived', 'public', { isArchived: true }),
  kind('archived private', 'shared', { isArchived: true }),
];

const nameOf = (one: Kind, who: Who, isSubscribed: boolean): string =>
  `${one.name} ${who.name} ${isSubscribed ? 'in' : 'out'}`;

/** An organization with all kinds of users, and a channel for each kind, each user, subscribed or not. */
export class MatrixStage {
  private readonly ids = new Map<string, number>();
  private readonly persons = new Map<string, Person>();
  setting: Setting;

  private constructor(
    readonly world: World,
    private readonly keeper: Person,
  ) {}

  static async set(): Promise<MatrixStage> {
    const world = await World.start();
    const stage = new MatrixStage(world, await world.admin('keeper'));
    await stage.gather();
    await stage.furnish();
    return stage;
  }

  personOf({ name }: Who): Person {
    return this.persons.get(name)!;
  }

  aimOf(one: Kind, who: Who, isSubscribed: boolean): Aim {
    const name = nameOf(one, who, isSubscribed);
    return { id: this.ids.get(name)!, name, kind: one };
  }

  /** Whether the server says that the user may. */
  async explained(who: Who, action: string, channelId: number): Promise<boolean> {
    const question = { user_id: this.personOf(who).id, action, channel_id: channelId };
    return (await this.keeper.ok('GET', 'explanations', question)).allowed as boolean;
  }

  private async gather(): Promise<void> {
    const { world } = this;
    for (const { name, role } of PEOPLE) {
      const account = name.replaceAll(' ', '');
      this.persons.set(name, role === 'owner' ? world.owner : await world[role](account));
    }
    const [outsider, insider] = [await world.member('outsider'), await world.member('insider')];
    const { folderId } = await this.folder();
    this.setting = {
      outsiderId: outsider.id,
      insiderId: insider.id,
      folderId,
      moderatorsId: await this.groupId('role:moderators'),
      nobodyId: await this.groupId('role:nobody'),
    };
    await this.passWaitingPeriod();
  }

  private async folder(): Promise<{ folderId: number }> {
    const body = await this.keeper.ok('POST', 'channel_folders/create', { name: 'Drawer' });
    return { folderId: body.channel_folder_id as number };
  }

  private async groupId(name: string): Promise<number> {
    return (await this.world.sql<{ id: number }>('SELECT id::int FROM user_group WHERE name = $1', [name]))[0].id;
  }

  /** All accounts but the new ones are a month old; the waiting period is three days. */
  private async passWaitingPeriod(): Promise<void> {
    const newcomers = PEOPLE.filter(({ isNew }) => isNew).map((who) => this.personOf(who).id);
    await this.world.sql(
      `UPDATE user_account SET date_joined = now() - interval '30 days' WHERE NOT id = ANY ($1::bigint[])`,
      [newcomers],
    );
    const ids = [...this.persons.values()].map(({ id }) => id);
    await forgetCredentials(this.world, ids);
    const { owner } = this.world;
    await owner.ok('PATCH', 'realm', {
      waiting_period_threshold: 3,
      enable_spectator_access: true,
      can_add_subscribers_group: { new: await this.groupId('role:fullmembers') },
    });
  }

  private async furnish(): Promise<void> {
    const { keeper, world } = this;
    const settings = await this.grants();
    for (const one of KINDS) {
      const { can_send_message_group, ...others } = settings;
      const names = PEOPLE.flatMap((who) => [nameOf(one, who, true), nameOf(one, who, false)]);
      await keeper.subscribe(names, {
        principals: [keeper.id, this.setting.insiderId],
        ...(one.privacy === 'shared' || one.privacy === 'protected' ? { invite_only: true } : {}),
        ...(one.privacy === 'shared' ? { history_public_to_subscribers: true } : {}),
        ...others,
        ...(one.isAnnouncing ? { can_send_message_group } : {}),
      });
    }
    await world.sql(`UPDATE channel SET is_web_public = true WHERE name LIKE 'web-public %'`);
    const rows = await world.sql<{ id: number; name: string }>('SELECT id::int, name FROM channel');
    for (const { id, name } of rows) this.ids.set(name, id);

    await this.fill('early');
    for (const who of PEOPLE) {
      const names = KINDS.map((one) => nameOf(one, who, true));
      await keeper.subscribe(names, { principals: [this.personOf(who).id], send_new_subscription_messages: false });
    }
    await this.fill('late');
    for (const one of KINDS.filter(({ isArchived }) => isArchived)) {
      const ids = PEOPLE.flatMap((who) => [this.aimOf(one, who, true).id, this.aimOf(one, who, false).id]);
      for (const id of ids) await keeper.ok('DELETE', `streams/${id}`);
    }
  }

  /** For each permission a group within a group, whose inner one has the permitted users, the guest and the keeper. */
  private async grants(): Promise<Record<Grant, number>> {
    const groups: Partial<Record<Grant, number>> = {};
    for (const grant of GRANTS) {
      const members = PEOPLE.filter(({ grants }) => grants.includes(grant)).map((who) => this.personOf(who).id);
      const make = async (name: string, parameters: object) =>
        (await this.world.owner.ok('POST', 'user_groups/create', { name, description: '', ...parameters }))
          .group_id as number;
      const inner = await make(`inner ${grant}`, { members: [...members, this.keeper.id] });
      groups[grant] = await make(`outer ${grant}`, { members: [], subgroups: [inner] });
    }
    return groups as Record<Grant, number>;
  }

  private async fill(word: string): Promise<void> {
    const ids = KINDS.flatMap((one) =>
      PEOPLE.flatMap((who) => [this.aimOf(one, who, true).id, this.aimOf(one, who, false).id]),
    );
    while (ids.length > 0) await Promise.all(ids.splice(0, 8).map((id) => this.keeper.send(id, word, word)));
  }
}
