/** A square of a picture. */
export interface Frame {
  /** 1: as large as the picture permits. */
  readonly zoom: number;
  /** From 0, at the edge where it begins, to 1. */
  readonly x: number;
  readonly y: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** More than any view shows. */
const MAX_PX = 512;

const sideOf = ({ width, height }: Size, { zoom }: Frame): number => Math.min(width, height) / zoom;

const within = (value: number): number => Math.min(1, Math.max(0, value));

/** The frame after the picture was dragged. @param right parts of the side of the frame; so is `down` */
export function moved(frame: Frame, picture: Size, right: number, down: number): Frame {
  const side = sideOf(picture, frame);
  const along = (place: number, length: number, way: number): number =>
    length === side ? place : within(place - (way * side) / (length - side));
  return { ...frame, x: along(frame.x, picture.width, right), y: along(frame.y, picture.height, down) };
}

/** Fills the canvas with what the frame shows. */
export function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, frame: Frame): void {
  const side = sideOf(picture, frame);
  const [left, top] = [(picture.width - side) * frame.x, (picture.height - side) * frame.y];
  const context = canvas.getContext('2d')!;
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

/** What the frame shows, as a file. */
export function cropped(picture: ImageBitmap, frame: Frame): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.max(1, Math.min(MAX_PX, Math.round(sideOf(picture, frame))));
  draw(canvas, picture, frame);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => {
      if (blob) resolve(new File([blob], 'avatar.png', { type: blob.type }));
      else reject(new Error('The picture is too large for the browser'));
    }),
  );
}
