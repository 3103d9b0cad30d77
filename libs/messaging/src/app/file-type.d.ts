/** TypeScript's resolution does not read the map by which Node finds this part of the package. */
declare module 'file-type/node' {
  /** What the signature of the file at that path says it is. */
  export function fileTypeFromFile(path: string): Promise<{ ext: string; mime: string } | undefined>;
}
