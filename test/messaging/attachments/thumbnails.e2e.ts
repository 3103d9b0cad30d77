import { Files } from '@app/platform';
import sharp from 'sharp';
import { fetchFile, statusOf, uploaded } from '../../support/files';
import type { Person } from '../../support/person';
import { gif, png, tiff } from '../../support/pictures';
import { until } from '../../support/until';
import { World } from '../../support/world';

const STILL = '840x560.webp';
const MOVING = '840x560-anim.webp';

describe('thumbnails', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  let cem: Person;
  beforeAll(async () => {
    world = await World.start();
    ana = await world.member('ana');
    ben = await world.member('ben');
    await ana.subscribe('pictures', { principals: [ana.id, ben.id] });
    cem = await world.member('cem');
  });
  afterAll(() => world.stop());

  const thumbnailOf = (path: string, format: string) =>
    `${path.replace('/user_uploads/', '/user_uploads/thumbnail/')}/${format}`;
  const pictureAt = async (path: string, person = ana) => {
    const response = await fetchFile(world, path, person);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
    return sharp(Buffer.from(await response.arrayBuffer()), { pages: -1 }).metadata();
  };
  const stateOf = async (path: string) => {
    const pathId = path.replace('/user_uploads/', '');
    const [{ thumbnails }] = await world.sql<{ thumbnails: number }>(
      'SELECT thumbnails FROM attachment WHERE path_id = $1',
      [pathId],
    );
    return thumbnails;
  };
  const html = async (id: number, person = ana) =>
    ((await person.ok('GET', `messages/${id}`)).message as { content: string }).content;

  it('have the formats that the snapshot lists', async () => {
    const { server_thumbnail_formats: formats } = (await ana.register({ fetch_event_types: ['realm'] })).state;
    expect(formats).toEqual([
      { name: MOVING, max_width: 840, max_height: 560, format: 'webp', animated: true },
      { name: STILL, max_width: 840, max_height: 560, format: 'webp', animated: false },
    ]);
  });

  it('fit into their box, also when requested before the worker made them', async () => {
    const path = await uploaded(ana, 'wide.png', await png(2_100, 700));
    expect(await pictureAt(thumbnailOf(path, STILL))).toMatchObject({ format: 'webp', width: 840, height: 280 });
    const small = await uploaded(ana, 'small.png', await png(30, 20));
    expect(await pictureAt(thumbnailOf(small, STILL))).toMatchObject({ width: 30, height: 20 });
  });

  it('are made by the worker without a request', async () => {
    const path = await uploaded(ana, 'one.png', await png(900, 900));
    await until(async () => (await stateOf(path)) === 2);
    await until(async () => (await world.sql('SELECT FROM thumbnail_task')).length === 0); // The worker does not retry for ever.
  });

  it('are animated for animated pictures, with a still variant', async () => {
    const path = await uploaded(ana, 'moving.gif', await gif(900, 300, 3));
    expect(await pictureAt(thumbnailOf(path, MOVING))).toMatchObject({ width: 840, pages: 3 });
    expect((await pictureAt(thumbnailOf(path, STILL))).pages ?? 1).toBe(1);
    const still = await uploaded(ana, 'still.png', await png(10, 10));
    expect(await statusOf(world, thumbnailOf(still, MOVING), ana)).toBe(404);
  });

  it('are made for formats that browsers cannot show', async () => {
    const path = await uploaded(ana, 'scan.tiff', await tiff(5_000, 3_000));
    expect(await pictureAt(thumbnailOf(path, '4032x3024.webp'))).toMatchObject({ width: 4_032, height: 2_419 });
    expect(await pictureAt(thumbnailOf(path, STILL))).toMatchObject({ width: 840, height: 504 });
    const shown = await uploaded(ana, 'a.png', await png(10, 10));
    expect(await statusOf(world, thumbnailOf(shown, '4032x3024.webp'), ana)).toBe(404);
  });

  it('are readable to users who may read the file', async () => {
    const path = await uploaded(ana, 'mine.png', await png(10, 10));
    const thumbnail = thumbnailOf(path, STILL);
    expect([await statusOf(world, thumbnail, cem), await statusOf(world, thumbnail, null)]).toEqual([404, 403]);
    await ana.send('pictures', 'new', `[mine](${path})`);
    expect([await statusOf(world, thumbnail, cem), await statusOf(world, thumbnail, null)]).toEqual([200, 403]);
  });

  it('are not found for other files and other sizes', async () => {
    const text = await uploaded(ana, 'a.txt', 'x');
    expect(await statusOf(world, thumbnailOf(text, STILL), ana)).toBe(404);
    const path = await uploaded(ana, 'a.png', await png(10, 10));
    for (const format of ['1x1.webp', '840x560.jpg', '..', '%2e%2e', '840x560.webp%00'])
      expect(await statusOf(world, thumbnailOf(path, format), ana)).not.toBe(200);
  });

  it('are not made of files that cannot be decoded', async () => {
    const whole = await png(400, 400);
    const path = await uploaded(ana, 'half.png', whole.subarray(0, whole.length - 200));
    expect(await statusOf(world, thumbnailOf(path, STILL), ana)).toBe(404);
    await until(async () => (await stateOf(path)) === 3);
    await until(async () => (await world.sql('SELECT FROM thumbnail_task')).length === 0); // The worker does not retry for ever.
    expect(await statusOf(world, path, ana)).toBe(200);
  });

  it('are deleted with their file', async () => {
    const path = await uploaded(ana, 'gone.png', await png(10, 10));
    await pictureAt(thumbnailOf(path, STILL));
    const pathId = path.replace('/user_uploads/', '');
    const [{ id, key }] = await world.sql<{ id: number; key: string }>(
      'SELECT a.id, t.file_key AS key FROM attachment a JOIN thumbnail t ON t.attachment_id = a.id WHERE path_id = $1',
      [pathId],
    );
    expect(await world.service(Files).size(key)).toBeGreaterThan(0);
    await ana.ok('DELETE', `attachments/${id}`);
    expect(await statusOf(world, thumbnailOf(path, STILL), ana)).toBe(404);
    await until(async () => (await world.service(Files).size(key)) === null);
  });

  it('appear in messages that show them, with an event', async () => {
    const queue = await ben.register({ event_types: ['message', 'update_message'] });
    const path = await uploaded(ana, 'shown.png', await png(1_200, 400));
    const id = await ana.send('pictures', 'shown', `look: [shown](${path})`);
    await until(async () => (await html(id)).includes(`src="${thumbnailOf(path, STILL)}"`));
    expect(await html(id)).toContain('data-original-dimensions="1200x400"');
    expect(await html(id)).not.toContain('image-loading-placeholder');
    const events = await queue.drain();
    const [sent] = events.filter(({ type }) => type === 'message');
    const wasReady = (sent.message as { content: string }).content.includes(STILL);
    const updates = events.filter(({ type }) => type === 'update_message');
    expect(wasReady || updates.some((one) => one.rendering_only === true && one.message_id === id)).toBe(true);
  });

  it('that cannot be made leave only the link in the message', async () => {
    const whole = await png(400, 400);
    const path = await uploaded(ana, 'broken.png', whole.subarray(0, whole.length - 200));
    const id = await ana.send('pictures', 'shown', `look: [broken](${path})`);
    await until(async () => !(await html(id)).includes('<img'));
    expect(await html(id)).toContain(`>broken</a>`);
  });
});
