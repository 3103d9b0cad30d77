import { Deletions } from '@app/messaging';
import { actorOf } from '../../support/actor';
import { type ExportArchive, readArchive } from '../../support/export-archive';
import { fetchFile, postForm, statusOf, uploaded } from '../../support/files';
import { createOtherOrganization } from '../../support/other-organization';
import type { Person } from '../../support/person';
import { png } from '../../support/picture-uploads';
import { until } from '../../support/until';
import { World } from '../../support/world';

interface Exported {
  id: number;
  export_url: string | null;
  pending: boolean;
  failed_timestamp: number | null;
  deleted_timestamp: number | null;
}
interface Line {
  id: number;
  content: string;
}

describe('the archive of an export', () => {
  let world: World;
  let owner: Person;
  let alma: Person;
  let ana: Person;
  let ben: Person;
  let cem: Person;
  beforeAll(async () => {
    world = await World.start();
    owner = world.owner;
    [alma, ana, ben, cem] = [
      await world.admin('alma'),
      await world.member('ana'),
      await world.member('ben'),
      await world.member('cem'),
    ];
    await ana.subscribe('open');
    await ana.subscribe('closed', { invite_only: true, history_public_to_subscribers: true });
    await ben.subscribe('secret', { invite_only: true });
    await ben.subscribe('late', { invite_only: true, history_public_to_subscribers: false });
  });
  afterAll(() => world.stop());
  beforeEach(() => world.sql('TRUNCATE organization_export, organization_export_file'));

  const listed = async () => (await alma.ok('GET', 'export/realm')).exports as Exported[];
  const state = async (id: number) => (await listed()).find((one) => one.id === id)!;
  async function made(type: 1 | 2): Promise<Exported> {
    const { id } = await alma.ok('POST', 'export/realm', { export_type: type });
    await until(async () => !(await state(id as number)).pending);
    return state(id as number);
  }
  const pathOf = ({ export_url: url }: Exported) => new URL(url!).pathname;
  const fetched = async (one: Exported): Promise<ExportArchive> =>
    readArchive(await fetchFile(world, pathOf(one), alma));
  const contents = (archive: ExportArchive) => archive.rows<Line>('messages').map(({ content }) => content);
  const names = (archive: ExportArchive, section: string) =>
    archive.rows<{ name: string }>(section).map(({ name }) => name);
  const consent = (person: Person, isGiven: boolean) =>
    person.ok('PATCH', 'settings', { allow_private_data_export: isGiven });
  const keysOf = async (id: number) =>
    (await world.sql('SELECT FROM organization_export_file WHERE export_id = $1', [id])).length;

  it('of public data has what all members may read, with uploaded files, and nothing private', async () => {
    const [shown, hidden] = [await uploaded(ana, 'shown.txt', 'for all'), await uploaded(ana, 'hidden.txt', 'for few')];
    await uploaded(ana, 'unused.txt', 'for nobody');
    await ana.send('open', 'plans', `everybody [reads](${shown})`);
    await ana.send('closed', 'plans', `few [read](${hidden})`);
    await ana.sendTo([ben], 'between two');
    await ben.send('secret', 'plans', 'not for ana');
    const one = await made(1);
    const archive = await fetched(one);
    expect(contents(archive)).toContainEqual(`everybody [reads](${shown})`);
    expect(JSON.stringify(contents(archive))).not.toMatch(/few|between two|not for ana/);
    expect(names(archive, 'channels')).toContain('open');
    expect(names(archive, 'channels')).not.toEqual(expect.arrayContaining([expect.stringMatching(/closed|secret/)]));
    expect(archive.rows('organization')).toMatchObject([{ data: 'public' }]);
    expect(archive.rows<{ id: number }>('users').map(({ id }) => id)).toEqual(
      expect.arrayContaining([owner.id, alma.id, ana.id, ben.id, cem.id]),
    );
    const inArchive = shown.replace('/user_uploads/', 'uploads/');
    expect(archive.names.filter((name) => name.startsWith('uploads/'))).toEqual([inArchive]);
    expect(archive.text(inArchive)).toBe('for all');
    expect(archive.rows('uploads').map(({ name }) => name)).toEqual(['shown.txt']);
  });

  it('with consent has also what those who consent may read, and nothing else', async () => {
    await Promise.all([consent(owner, true), consent(cem, true)]);
    await ben.send('late', 'plans', 'before cem came');
    await ben.ok('POST', 'users/me/subscriptions', { subscriptions: [{ name: 'late' }], principals: [cem.id] });
    await ben.send('late', 'plans', 'after cem came');
    await ana.ok('POST', 'users/me/subscriptions', { subscriptions: [{ name: 'closed' }], principals: [cem.id] });
    await ben.send('secret', 'plans', 'without any consent');
    await ana.sendTo([cem], 'to one who consents');
    await ana.sendTo([ben], 'of two who do not');
    const archive = await fetched(await made(2));
    const texts = contents(archive).join('\n');
    for (const one of ['after cem came', 'few [read]', 'to one who consents']) expect(texts).toContain(one);
    expect(texts).not.toMatch(/before cem came|without any consent|of two who do not|between two/);
    expect(names(archive, 'channels')).toEqual(expect.arrayContaining(['open', 'closed', 'late']));
    expect(names(archive, 'channels')).not.toContain('secret');
    expect(names(archive, 'uploads')).toEqual(['shown.txt', 'hidden.txt']);
    await consent(cem, false);
    const later = contents(await fetched(await made(2))).join('\n');
    expect(later).not.toMatch(/after cem came|few \[read\]|to one who consents/);
  });

  it('has the pictures of users, the custom emoji and the pictures of the organization', async () => {
    const sent = async (person: Person, path: string, name: string) => {
      const form = new FormData();
      form.append('file', new Blob([(await png(80)) as never], { type: 'image/png' }), name);
      expect((await postForm(person, path, form)).status).toBe(200);
    };
    await sent(ana, 'users/me/avatar', 'ana.png');
    await sent(owner, 'realm/icon', 'icon.png');
    await sent(owner, 'realm/emoji/bread', 'bread.png');
    await sent(owner, 'realm/emoji/crumb', 'crumb.png');
    await owner.ok('DELETE', 'realm/emoji/crumb');
    const archive = await fetched(await made(1));
    const [bread, crumb] = archive.rows<{ id: number; path: string }>('emoji');
    expect(archive.rows('pictures')).toEqual([{ kind: 'icon', path: 'pictures/icon.png' }]);
    expect(bread).toMatchObject({ name: 'bread', is_active: true, path: 'emoji/bread.png' });
    expect(crumb).toMatchObject({ name: 'crumb', is_active: false, path: `emoji/${crumb.id}-crumb.png` });
    expect(archive.rows('avatars')).toEqual([{ user_id: ana.id, path: `avatars/${ana.id}.png` }]);
    for (const path of ['pictures/icon.png', bread.path, crumb.path, `avatars/${ana.id}.png`])
      expect(archive.text(path)).toContain('PNG');
  });

  it('is for administrators alone, and absent for all others', async () => {
    const one = await made(1);
    const foreign = await createOtherOrganization(world);
    const path = pathOf(one);
    expect(await statusOf(world, path, owner)).toBe(200);
    for (const person of [ana, await world.moderator('mona'), await world.guest('gus')])
      expect(await statusOf(world, path, person)).toBe(404);
    expect(await statusOf(world, path, null)).toBe(403);
    for (const wrong of ['0', '987654', 'abc', '1e3', '99999999999999999999'])
      expect(await statusOf(world, `/exports/${wrong}/export.tar`, alma)).toBe(404);
    await world.sql(
      'UPDATE organization_export SET organization_id = (SELECT organization_id FROM user_account WHERE id = $1)',
      [foreign.userId],
    );
    expect(await statusOf(world, path, alma)).toBe(404);
  });

  it('is absent while it is made, and its entry in the audit log tells who fetched it', async () => {
    const one = await made(1);
    await world.sql("UPDATE organization_export SET ready_at = NULL, due_at = 'infinity' WHERE id = $1", [one.id]);
    expect(await state(one.id)).toMatchObject({ pending: true, export_url: null });
    expect(await statusOf(world, pathOf(one), alma)).toBe(404);
    expect((await alma.delete(`export/realm/${one.id}`)).body.msg).toBe('Export still in progress');
    await world.sql('UPDATE organization_export SET ready_at = now() WHERE id = $1', [one.id]);
    expect(await statusOf(world, pathOf(one), alma)).toBe(200);
    const { entries } = await owner.ok('GET', 'audit_log', { object_type: 'export', action: 'fetched' });
    expect((entries as object[])[0]).toMatchObject({ actor_id: alma.id, object_id: one.id });
  });

  it('is deleted once, with its files, and not what messages link to', async () => {
    const one = await made(1);
    const queue = await alma.register({ event_types: ['realm_export'] });
    await alma.ok('DELETE', `export/realm/${one.id}`);
    expect(await queue.drain()).toMatchObject([
      { exports: [{ deleted_timestamp: expect.any(Number), export_url: null }] },
    ]);
    expect(await statusOf(world, pathOf(one), alma)).toBe(404);
    expect((await alma.delete(`export/realm/${one.id}`)).body.msg).toBe('Export already deleted');
    await until(async () => (await keysOf(one.id)) === 0);
    const { attachments } = await ana.ok('GET', 'attachments');
    for (const { path_id: path } of attachments as { path_id: string }[])
      expect(await statusOf(world, `/user_uploads/${path}`, ana)).toBe(200);
  });

  it('is removed after thirty days', async () => {
    const one = await made(1);
    const [{ days }] = await world.sql<{ days: number }>(
      'SELECT round(extract(epoch FROM due_at - ready_at) / 86400)::int AS days FROM organization_export WHERE id = $1',
      [one.id],
    );
    expect(days).toBe(30);
    await world.sql('UPDATE organization_export SET due_at = now() WHERE id = $1', [one.id]);
    await until(async () => (await keysOf(one.id)) === 0);
    expect(await state(one.id)).toMatchObject({ deleted_timestamp: expect.any(Number), export_url: null });
  });

  it('leaves out an uploaded file that was deleted after the export', async () => {
    const path = await uploaded(ana, 'short-lived.txt', 'soon gone');
    const id = await ana.send('open', 'plans', `see [it](${path})`);
    const one = await made(1);
    const inArchive = path.replace('/user_uploads/', 'uploads/');
    expect((await fetched(one)).text(inArchive)).toBe('soon gone');
    await world.service(Deletions).delete(await actorOf(world, ana), [id]);
    await until(async () => (await fetched(one)).text(inArchive) === undefined);
  });

  it('fails when the account that asked for it loses its rights', async () => {
    const brief = await world.admin('brief');
    await world.sql("UPDATE organization_export SET due_at = 'infinity'");
    const { id } = await brief.ok('POST', 'export/realm');
    await until(async () => !(await state(id as number)).pending);
    await world.setRole(brief, 'member');
    await world.sql(
      "UPDATE organization_export SET ready_at = NULL, section = 'messages', section_position = 0, due_at = now() WHERE id = $1",
      [id],
    );
    await until(async () => (await state(id as number)).failed_timestamp !== null);
    expect((await alma.delete(`export/realm/${id as number}`)).body.msg).toBe('Export failed, nothing to delete');
    await until(async () => (await keysOf(id as number)) === 0);
  });
});
