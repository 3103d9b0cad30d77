import { create } from 'qrcode';

/** The modules around the code that readers need. */
const MARGIN = 4;

/** A QR code as a path of unit squares. */
export interface QrCode {
  /** Of the square picture, in modules. */
  readonly size: number;
  readonly path: string;
}

export function qrCodeOf(text: string): QrCode {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const squares: string[] = [];
  for (let row = 0; row < modules.size; row++)
    for (let column = 0; column < modules.size; column++)
      if (modules.get(row, column)) squares.push(`M${column + MARGIN} ${row + MARGIN}h1v1h-1z`);
  return { size: modules.size + 2 * MARGIN, path: squares.join('') };
}

/** Dark on white, because readers may not know inverted codes. */
export function svgOf({ size, path }: QrCode): string {
  const box = `viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box}><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
}
