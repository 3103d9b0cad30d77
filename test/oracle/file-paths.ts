import { Probe, same } from './channel-paths';
import type { UploadedFile } from './facts';
import { Actor, Disagreement, Scene } from './scene';

/** A file is readable for its uploader and for readers of a message that shows it; for others it does not exist. */
export function fileProbes(scene: Scene, who: Actor, { path }: UploadedFile): Probe[] {
  const file = () => scene.model.files.get(path)!;
  return [
    {
      who,
      place: 'GET /user_uploads',
      check: async () => {
        const { status, text } = await scene.oracleServer.open(who, path);
        if (scene.model.opens(who.id, file())) return same(`GET ${path}`, who, [status, text], [200, file().secret]);
        const absent = await scene.oracleServer.open(who, path.replace(/[^/]+\/([^/]+)$/, 'absent/$1'));
        if (status === 200 || scene.secrets.in(text).length > 0)
          throw new Disagreement(`GET ${path}`, who.name, text, 'nothing');
        same(`GET ${path}`, who, [status, text], [absent.status, absent.text]);
      },
    },
    {
      who,
      place: 'GET user_uploads/{path}',
      check: async () => {
        const { status, text } = await scene.oracleServer.send(who, 'GET', path.slice(1), {});
        const opens = scene.model.opens(who.id, file());
        if ((status === 200) !== opens)
          throw new Disagreement(`GET ${path}, an address for a while`, who.name, text, opens ? 'success' : 'nothing');
      },
    },
  ];
}

/** The own files of each user only. */
export function ownFilesProbes(scene: Scene, who: Actor): Probe[] {
  return [
    {
      who,
      place: 'GET attachments',
      check: async () => {
        const { attachments } = await scene.get(who, 'attachments');
        const own = [...scene.model.files.values()].filter(({ ownerId }) => ownerId === who.id);
        const got = (attachments as { path_id: string }[]).map(({ path_id }) => `/user_uploads/${path_id}`).sort();
        same('GET attachments', who, got, own.map(({ path }) => path).sort());
      },
    },
  ];
}
