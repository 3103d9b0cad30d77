import sharp from 'sharp';

/** Pictures to upload, made when they are needed. */
const canvas = (width: number, height: number, red = 200) =>
  sharp({ create: { width, height, channels: 3, background: { r: red, g: 40, b: 90 } } });

export const png = (width: number, height: number): Promise<Buffer> => canvas(width, height).png().toBuffer();

export const tiff = (width: number, height: number): Promise<Buffer> => canvas(width, height).tiff().toBuffer();

/** Moves: so many frames. */
export async function gif(width: number, height: number, frames: number): Promise<Buffer> {
  const images = await Promise.all(
    Array.from({ length: frames }, (_, index) =>
      canvas(width, height, (index * 97) % 256)
        .png()
        .toBuffer(),
    ),
  );
  return sharp(images, { join: { animated: true } })
    .gif()
    .toBuffer();
}
