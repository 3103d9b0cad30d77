import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser as Chromium, Page } from 'playwright-core';
import { describeInChromium, startChromium } from '../support/chromium';
import type { Person } from '../support/person';
import { Furnished, furnish } from '../support/settings/furnished';
import { Walk } from '../support/settings/walk';
import { until } from '../support/until';
import { World } from '../support/world';

const SOURCES = join(__dirname, '../../apps/web/src/settings');
/** They offer the undo of others. */
const SHARED = ['action.ts', 'organization/RemovableRow.tsx'];

/** Something that a button does, and that can be undone from the notice. */
interface Case {
  readonly place: string;
  act(page: Page): Promise<unknown>;
  /** What it changes, as the server has it. */
  state(): Promise<unknown>;
}

describeInChromium('An action in the settings', () => {
  let world: World;
  let furnished: Furnished;
  let owner: Person;
  let zed: Person;
  let chromium: Chromium;
  let walk: Walk;
  let page: Page;
  let clockId: number;

  beforeAll(async () => {
    world = await World.start();
    furnished = await furnish(world);
    ({ owner } = furnished);
    zed = await world.member('zed');
    const gone = await world.member('gone');
    await owner.ok('DELETE', `users/${gone.id}`);
    const { group_id: old } = await owner.ok('POST', 'user_groups/create', {
      name: 'old',
      description: '',
      members: [],
    });
    await owner.ok('POST', `user_groups/${old as number}/deactivate`);
    const orders = { pattern: 'order-(?P<id>[0-9]+)', url_template: 'https://example.com/orders/{id}' };
    await owner.ok('POST', 'realm/filters', orders);
    await owner.ok('POST', 'realm/domains', { domain: 'bakery.example' });
    const cooks = await groupNamed('cooks');
    await owner.ok('POST', `user_groups/${cooks.id}/subgroups`, { add: [(await groupNamed('bakers')).id] });
    const all = (await owner.ok('GET', 'users')).members as { user_id: number; full_name: string }[];
    clockId = all.find(({ full_name: name }) => name === 'Clock')!.user_id;
    chromium = await startChromium();
    walk = await Walk.begin(await chromium.newContext({ baseURL: world.url }), owner);
    ({ page } = walk);
  });
  afterAll(async () => {
    await chromium.close();
    await world.stop();
  });

  const groupNamed = async (name: string) => {
    const { user_groups: groups } = await owner.ok('GET', 'user_groups', { include_deactivated_groups: true });
    return (groups as { id: number; name: string; members: number[]; deactivated: boolean }[]).find(
      (one) => one.name === name,
    )!;
  };
  const user = async (id: number) =>
    (await owner.ok('GET', `users/${id}`)).user as { is_active: boolean; role: number; bot_owner_id: number | null };
  const listed = async (path: string, field: string) => (await owner.ok('GET', path))[field];
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const confirm = async (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  const row = (text: string) => page.getByRole('listitem').filter({ hasText: text });
  const named = async (label: string, text: string) => {
    await page.getByLabel(label, { exact: true }).fill(text);
    await page.keyboard.press('Enter');
  };

  /** By the file that offers the undo. */
  const CASES: Readonly<Record<string, Readonly<Record<string, Case>>>> = {
    'users/UserRow.tsx': {
      'reactivate a user': {
        place: 'users',
        act: async () => {
          await page.getByLabel('Show deactivated users').check();
          await button('Reactivate').click();
        },
        state: async () => ((await listed('users', 'members')) as { is_active: boolean }[]).map((one) => one.is_active),
      },
    },
    'users/DeactivationDialog.tsx': {
      'deactivate a user': {
        place: 'users',
        act: async () => {
          await row('Zed Example').getByRole('button', { name: 'Deactivate' }).click();
          await confirm('Deactivate');
        },
        state: async () => (await user(zed.id)).is_active,
      },
    },
    'users/BulkActions.tsx': {
      'change the role of many': {
        place: 'users',
        act: async () => {
          for (const name of ['Zed', 'Mia']) await page.getByLabel(`Select ${name} Example`).check();
          await page.getByLabel('Change role of selected users').selectOption('Moderator');
        },
        state: async () => [(await user(zed.id)).role, (await user(furnished.member.id)).role],
      },
      'add many to a group': {
        place: 'users',
        act: async () => {
          for (const name of ['Zed', 'Gil']) await page.getByLabel(`Select ${name} Example`).check();
          await page.getByLabel('Add selected users to a group').selectOption('bakers');
        },
        state: async () => (await groupNamed('bakers')).members,
      },
    },
    'users/OrganizationBots.tsx': {
      'give a bot to another owner': {
        place: 'bots',
        act: () => named('New owner of Clock', 'Mia Example'),
        state: async () => (await user(clockId)).bot_owner_id,
      },
      'deactivate a bot': {
        place: 'bots',
        act: async () => {
          await button('Deactivate Clock').click();
          await confirm('Deactivate');
        },
        state: async () => (await user(clockId)).is_active,
      },
    },
    'personal/OwnBots.tsx': {
      'deactivate an own bot': {
        place: 'your-bots',
        act: async () => {
          await button('Deactivate Clock').click();
          await confirm('Deactivate');
        },
        state: async () => (await user(clockId)).is_active,
      },
    },
    'personal/MutedUsers.tsx': {
      'unmute a user': {
        place: 'muted-users',
        act: () => button('Unmute Mia Example').click(),
        state: async () =>
          ((await owner.register({ fetch_event_types: ['muted_users'] })).state.muted_users as { id: number }[]).map(
            ({ id }) => id,
          ),
      },
    },
    'personal/AlertWords.tsx': {
      'remove an alert word': {
        place: 'alert-words',
        act: () => button('Remove lunch').click(),
        state: () => listed('users/me/alert_words', 'alert_words'),
      },
    },
    'channels/Folders.tsx': {
      'move a folder': {
        place: 'channel-folders',
        act: () => button('Move support up').click(),
        state: async () => (await folders()).map(({ name }) => name),
      },
      'archive a folder': {
        place: 'channel-folders',
        act: () => button('Archive sales').click(),
        state: async () => (await folders()).map((one) => one.is_archived),
      },
    },
    'channels/DefaultChannels.tsx': {
      'remove a default channel': {
        place: 'default-channels-list',
        act: () => button('Remove plans').click(),
        state: async () =>
          (
            (await owner.register({ fetch_event_types: ['default_streams'] })).state.realm_default_streams as number[]
          ).includes(furnished.channelId),
      },
    },
    'channels/ChannelPage.tsx': {
      'archive a channel': {
        place: 'CHANNEL',
        act: async () => {
          await button('Archive channel').click();
          await confirm('Archive channel');
        },
        state: async () =>
          ((await listed(`streams/${furnished.channelId}`, 'stream')) as { is_archived: boolean }).is_archived,
      },
    },
    'channels/Subscribers.tsx': {
      'unsubscribe a user': {
        place: 'CHANNEL',
        act: () => button('Remove Mia Example').click(),
        state: async () =>
          [...((await listed(`streams/${furnished.channelId}/members`, 'subscribers')) as number[])].sort(),
      },
    },
    'fields/FieldRow.tsx': {
      'move a profile field': {
        place: 'profile-field-settings',
        act: () => button('Move Birthday up').click(),
        state: async () =>
          ((await listed('realm/profile_fields', 'custom_fields')) as { id: number }[]).map(({ id }) => id),
      },
    },
    'oversight/Reports.tsx': {
      'resolve a report': {
        place: 'reports',
        act: () =>
          button(/^Resolve report/)
            .first()
            .click(),
        state: async () =>
          ((await owner.ok('GET', 'moderation/reports', { status: 'open' })).reports as unknown[]).length,
      },
    },
    'organization/Playgrounds.tsx': {
      'remove a playground': {
        place: 'playground-settings',
        act: () => button(/^Remove Try it/).click(),
        state: async () => {
          const { state } = await owner.register({ fetch_event_types: ['realm_playgrounds'] });
          return (state.realm_playgrounds as { name: string }[]).map(({ name }) => name);
        },
      },
    },
    'organization/LinkifierRow.tsx': {
      'move a linkifier': {
        place: 'linkifier-settings',
        act: () => button(/^Move order.* up$/).click(),
        state: () => patterns(),
      },
      'remove a linkifier': {
        place: 'linkifier-settings',
        act: () => button(/^Remove order/).click(),
        state: () => patterns(),
      },
    },
    'organization/EmailDomains.tsx': {
      'admit the domains below another': {
        place: 'organization-permissions',
        act: () => page.getByLabel('Domains below bakery.example, too').check(),
        state: () => listed('realm/domains', 'domains'),
      },
      'remove an email domain': {
        place: 'organization-permissions',
        act: () => button('Remove bakery.example').click(),
        state: () => listed('realm/domains', 'domains'),
      },
    },
    'groups/GroupRow.tsx': {
      'add a member': {
        place: 'user-groups',
        act: () => named('Add a member to bakers', 'Zed Example'),
        state: async () => (await groupNamed('bakers')).members,
      },
      'remove a member': {
        place: 'user-groups',
        act: () =>
          page
            .getByRole('list', { name: 'Members of bakers' })
            .getByRole('button', { name: 'Remove Mia Example' })
            .click(),
        state: async () => (await groupNamed('bakers')).members,
      },
      'remove a group from a group': {
        place: 'user-groups',
        act: () =>
          page.getByRole('list', { name: 'Members of cooks' }).getByRole('button', { name: 'Remove bakers' }).click(),
        state: async () => listed(`user_groups/${(await groupNamed('cooks')).id}/subgroups`, 'subgroups'),
      },
      'deactivate a group': {
        place: 'user-groups',
        act: () => page.getByRole('listitem', { name: 'cooks' }).getByRole('button', { name: 'Deactivate' }).click(),
        state: async () => (await groupNamed('cooks')).deactivated,
      },
    },
    'groups/GoneGroupRow.tsx': {
      'reactivate a group': {
        place: 'user-groups',
        act: async () => {
          await page.getByLabel('Show deactivated groups').check();
          await page.getByRole('listitem', { name: 'old' }).getByRole('button', { name: 'Reactivate' }).click();
        },
        state: async () => (await groupNamed('old')).deactivated,
      },
    },
  };
  const patterns = async () =>
    ((await listed('realm/linkifiers', 'linkifiers')) as { pattern: string }[]).map((one) => one.pattern);
  const folders = async () =>
    (await owner.ok('GET', 'channel_folders', { include_archived: true })).channel_folders as {
      name: string;
      is_archived: boolean;
    }[];

  const cases = Object.values(CASES).flatMap((of) => Object.entries(of));
  it.each(cases)('is undone from the notice: %s', async (_title, one) => {
    await walk.to('profile'); // Sections begin anew.
    await walk.to(one.place === 'CHANNEL' ? `organization/channels/${furnished.channelId}` : one.place);
    const before = JSON.stringify(await one.state());
    const state = async () => JSON.stringify(await one.state());
    await one.act(page);
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).waitFor();
    await until(async () => (await state()) !== before);
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await until(async () => (await state()) === before);
    await walk.settled();
  });

  it('is asked about where nothing undoes it: a retention, which deletes messages', async () => {
    await walk.to('organization-settings');
    const retention = page.getByLabel('Message retention period', { exact: true });
    const question = page.getByRole('dialog', { name: 'Delete messages older than 365 days?' });
    const days = async () =>
      (await owner.register({ fetch_event_types: ['realm'] })).state.realm_message_retention_days;
    await retention.selectOption('365 days');
    await question.getByText('No message would be deleted.').waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    expect([await retention.inputValue(), await days()]).toEqual(['unlimited', -1]);
    await retention.selectOption('365 days');
    await question.getByRole('button', { name: 'Delete older messages' }).click();
    await until(async () => (await days()) === 365);
    await retention.selectOption('No limit');
    await until(async () => (await days()) === -1);
  });

  it('has a case for each place of the client that offers an undo', () => {
    const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
    const offering = files.filter((name) => /runWithUndo\(|undo=\{/.test(readFileSync(join(SOURCES, name), 'utf8')));
    expect(offering.filter((name) => !SHARED.includes(name)).sort()).toEqual(Object.keys(CASES).sort());
  });
});
