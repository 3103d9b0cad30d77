import sharp from 'sharp';
import { deflateSync } from 'node:zlib';
import { cpuMsOf } from '../../../../test/support/cpu-time';
import { Pictures } from './pictures';

const pictures = new Pictures();
const solid = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } });
const png = (width: number, height: number): Promise<Buffer> => solid(width, height).png().toBuffer();

/** A GIF that moves. */
async function gif(frames: number, side = 20): Promise<Buffer> {
  const images = await Promise.all(
    Array.from({ length: frames }, (_, index) =>
      sharp({
        create: { width: side, height: side, channels: 3, background: { r: index * 80, g: 255 - index * 60, b: 0 } },
      })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(images, { join: { animated: true } })
    .gif()
    .toBuffer();
}

describe('inspecting a picture', () => {
  it.each(['png', 'jpeg', 'webp', 'gif', 'avif', 'tiff'] as const)('recognises %s by its bytes', async (format) => {
    const picture = await solid(60, 40).toFormat(format).toBuffer();
    expect(await pictures.probe(picture)).toEqual({
      format,
      contentType: `image/${format}`,
      width: 60,
      height: 40,
      isAnimated: false,
    });
  });

  it('returns the size as it is shown', async () => {
    const turned = await solid(60, 40).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await pictures.probe(turned)).toMatchObject({ width: 40, height: 60 });
  });

  it('recognises animations', async () => {
    expect(await pictures.probe(await gif(3))).toMatchObject({
      format: 'gif',
      width: 20,
      height: 20,
      isAnimated: true,
    });
  });

  it.each([
    ['a vector graphic', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['text', Buffer.from('no picture at all')],
    ['nothing', Buffer.alloc(0)],
    ['a beginning only', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ])('refuses %s', async (_, bytes) => {
    await expect(pictures.probe(bytes)).rejects.toThrow('Could not decode image');
  });
});

describe('resizing pictures', () => {
  it('crops a square from the middle', async () => {
    const made = await pictures.square(await png(300, 100), 64);
    expect(await sharp(made).metadata()).toMatchObject({ format: 'png', width: 64, height: 64 });
  });

  it('fits into a box without cropping, and never enlarges', async () => {
    expect(
      await sharp(await pictures.fit(await png(2_000, 500), { width: 840, height: 560 })).metadata(),
    ).toMatchObject({
      format: 'webp',
      width: 840,
      height: 210,
    });
    expect(await sharp(await pictures.fit(await png(50, 50), { width: 840, height: 560 })).metadata()).toMatchObject({
      width: 50,
      height: 50,
    });
  });

  it('keeps all frames on request, and otherwise the first', async () => {
    const source = await gif(4);
    const animated = await pictures.fit(source, { width: 10, height: 10, animated: true });
    expect((await sharp(animated, { pages: -1 }).metadata()).pages).toBe(4);
    const still = await pictures.fit(source, { width: 10, height: 10 });
    expect((await sharp(still).metadata()).pages ?? 1).toBe(1);
  });

  it('removes the location of a photo', async () => {
    const photo = await solid(30, 30)
      .withExif({ IFD0: { Copyright: 'somebody' } })
      .jpeg()
      .toBuffer();
    expect((await sharp(photo).metadata()).exif?.length).toBeGreaterThan(0);
    const made = await pictures.fit(photo, { width: 20, height: 20 });
    expect((await sharp(made).metadata()).exif).toBeUndefined();
  });

  it('refuses a picture with far larger dimensions than its bytes, at once', async () => {
    const took = await cpuMsOf(async () => {
      const fitted = pictures.fit(bomb(60_000, 60_000), { width: 100, height: 100 });
      await expect(fitted).rejects.toThrow('Could not decode');
    });
    expect(took).toBeLessThan(2_000);
  });

  it('refuses a truncated picture', async () => {
    const whole = await sharp({
      create: {
        width: 400,
        height: 400,
        channels: 3,
        background: 'red',
        noise: { type: 'gaussian', mean: 128, sigma: 50 },
      },
    })
      .png()
      .toBuffer();
    await expect(pictures.square(whole.subarray(0, whole.length / 2), 50)).rejects.toThrow('Could not decode');
  });
});

/** A PNG that claims to be so large, and of which a few lines are there. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(Buffer.alloc(1_000_000));
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

function crc32(data: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
