import { lock, Transactions } from '@app/platform';
import { randomUUID } from 'node:crypto';
import { newChannel } from '../../support/channel-changes';
import { setActive } from '../../support/deactivation';
import { OtherOrganization, createOtherOrganization } from '../../support/other-organization';
import { makeGroup, setOf } from '../../support/groups';
import type { ApiResponse, Person } from '../../support/person';
import { World } from '../../support/world';

const nameOf = (what: string): string => `${what} ${randomUUID().slice(0, 8)}`;
const refusal = ({ status, body }: ApiResponse): [number, string | undefined] => [status, body.code];
const BAD = [400, 'BAD_REQUEST'];

/** Ids of objects that do not exist, are in another organization, or are deactivated. */
describe('channels and objects of other organizations', () => {
  let world: World;
  let owner: Person;
  let ana: Person;
  let foreign: OtherOrganization;
  beforeAll(async () => {
    world = await World.start();
    owner = world.owner;
    ana = await world.member('ana');
    foreign = await createOtherOrganization(world);
  });
  afterAll(() => world.stop());

  const settingOf = async (id: number, setting: string) =>
    ((await ana.ok('GET', `streams/${id}`)).stream as Record<string, unknown>)[setting];

  it('answers for channels of another organization as for unknown ones', async () => {
    const paths: ((id: number) => Promise<ApiResponse>)[] = [
      (id) => owner.get(`streams/${id}`),
      (id) => owner.get(`streams/${id}/members`),
      (id) => owner.get(`streams/${id}/email_address`),
      (id) => owner.patch(`streams/${id}`, { description: 'mine now' }),
      (id) => owner.patch(`streams/${id}`, { is_archived: false }),
      (id) => owner.delete(`streams/${id}`),
    ];
    for (const path of paths) {
      const [answer, absent] = [await path(foreign.channelId), await path(987654)];
      expect([refusal(answer), answer.body]).toEqual([BAD, absent.body]);
    }
    const [kept] = await world.sql('SELECT description, is_archived FROM channel WHERE id = $1', [foreign.channelId]);
    expect(kept).toEqual({ description: '', is_archived: false });
  });

  it('rejects groups, users and folders of another organization, and ignores channel names there', async () => {
    const { id } = await newChannel(ana, nameOf('own'));
    for (const change of [
      { can_subscribe_group: { new: foreign.groupId } },
      { can_subscribe_group: { new: foreign.systemGroupId } },
      { can_send_message_group: { new: { direct_members: [foreign.userId], direct_subgroups: [] } } },
      { can_send_message_group: { new: { direct_members: [ana.id], direct_subgroups: [foreign.groupId] } } },
      { folder_id: foreign.folderId },
    ])
      expect(refusal(await owner.patch(`streams/${id}`, change))).toEqual(BAD);
    expect(refusal(await ana.get(`streams/${id}/email_address`, { sender_id: foreign.userId }))).toEqual(BAD);
    await ana.ok('PATCH', `streams/${id}`, { new_name: foreign.channelName });
  });

  it('rejects deactivated groups and users', async () => {
    const { id } = await newChannel(ana, nameOf('active'));
    const gone = await world.member(nameOf('gone'));
    await setActive(world, gone, false);
    const group = await makeGroup(owner, nameOf('closed'), [ana]);
    await owner.ok('POST', `user_groups/${group}/deactivate`);
    for (const value of [group, setOf([ana], [group]), setOf([ana, gone])])
      expect(refusal(await ana.patch(`streams/${id}`, { can_subscribe_group: { new: value } }))).toEqual(BAD);
  });

  it('shows settings without deactivated users, and with them after reactivation', async () => {
    const { id } = await newChannel(ana, nameOf('shown'));
    const leaver = await world.member(nameOf('leaver'));
    await ana.ok('PATCH', `streams/${id}`, { can_subscribe_group: { new: setOf([ana, leaver]) } });
    await setActive(world, leaver, false);
    expect(await settingOf(id, 'can_subscribe_group')).toEqual(setOf([ana]));
    const { streams } = await ana.ok('GET', 'streams');
    const listed = (streams as { stream_id: number; can_subscribe_group: unknown }[]).find(
      (one) => one.stream_id === id,
    );
    expect(listed!.can_subscribe_group).toEqual(setOf([ana]));
    await setActive(world, leaver, true);
    expect(await settingOf(id, 'can_subscribe_group')).toEqual(setOf([ana, leaver]));
  });

  it('refuses an administrator who is demoted while the request waits for its lock', async () => {
    const { id } = await newChannel(ana, nameOf('demoted'));
    const dora = await world.admin('dora');
    const waiting = async () =>
      (await world.sql(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`)).length > 0;
    let answer: Promise<ApiResponse> | undefined;
    await world.service(Transactions).run([lock.organization(world.organizationId)], async () => {
      answer = dora.patch(`streams/${id}`, { description: 'too late' });
      while (!(await waiting()));
      await world.setRole(dora, 'member');
    });
    expect(refusal(await answer!)).toEqual(BAD);
    expect(await settingOf(id, 'description')).toBe('');
  });
});
