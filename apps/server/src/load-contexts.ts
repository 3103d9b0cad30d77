import * as channels from '@app/channels';
import * as drafts from '@app/drafts';
import * as identity from '@app/identity';
import * as kernel from '@app/kernel';
import * as markdown from '@app/markdown';
import * as messaging from '@app/messaging';
import * as moderation from '@app/moderation';
import * as platform from '@app/platform';
import * as push from '@app/push';
import * as realtime from '@app/realtime';
import * as signIn from '@app/sign-in';

const CONTEXTS = [
  kernel,
  platform,
  markdown,
  realtime,
  identity,
  signIn,
  channels,
  messaging,
  drafts,
  moderation,
  push,
];

/**
 * Loads all files of the contexts, which are loaded when they are first used otherwise (scripts/build.mjs): no request waits for
 * that, and a build in the place of a running server changes nothing of it.
 */
export function loadContexts(): void {
  for (const context of CONTEXTS) Object.values(context);
}
