import type { Step } from './actions';

/** With a secret in its name and content. */
export async function upload(step: Step): Promise<void> {
  const { scene } = step;
  const who = step.anybody();
  const secret = scene.secrets.next('file');
  step.story = `${who.name}: uploads ${secret}`;
  step.who = who;
  const path = String((await scene.oracleServer.upload(who, 'user_uploads', `${secret}.txt`, secret)).body.url);
  step.after.files.set(path, { path, ownerId: who.id, secret, messages: new Set() });
}
