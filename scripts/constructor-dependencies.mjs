// Whether a class asks its constructor for too much: more than eight things are usually two jobs in one class. Classes
// that ask for more have a ceiling here, which may only shrink.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const MOST = 8;
const CEILINGS = {
  ChannelCreation: 11,
  CustomEmoji: 11,
  Deletions: 10,
  FileRemovals: 9,
  Flags: 11,
  Invitations: 10,
  Logins: 9,
  MessageUpdates: 9,
  MissedMessageMails: 10,
  NewUserGroups: 10,
  OrganizationChanges: 11,
  OrganizationPictures: 9,
  PushDeliveries: 11,
  PushRemovals: 10,
  Queues: 9,
  Readings: 9,
  Retention: 10,
  ScheduledDeliveries: 9,
  ScheduledMessages: 10,
  Subscribers: 9,
  Subscriptions: 9,
  ThreadMoves: 9,
  Thumbnails: 9,
  EventLogMaintenance: 10,
  Uploads: 11,
  UserGroupChanges: 9,
  UserTopics: 9,
  UserUpdates: 9,
  UsersSnapshot: 9,
};

/** What is wrong in the sources below these directories, and how many constructors were seen. */
export function examineConstructors(directories) {
  const files = directories.flatMap((directory) =>
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /(?<!\.spec)\.ts$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const constructors = files.flatMap((path) => constructorsIn(path, readFileSync(path, 'utf8')));
  const names = new Set(constructors.map(({ name }) => name));
  const gone = Object.keys(CEILINGS).filter((name) => !names.has(name));
  return {
    faults: [...constructors.flatMap(faultsOf), ...gone.map((name) => `${name} is gone; remove its ceiling`)],
    count: constructors.length,
  };
}

function constructorsIn(path, text) {
  if (!text.includes('constructor(')) return [];
  const found = [];
  const visit = (node) => {
    if (ts.isConstructorDeclaration(node) && node.body)
      found.push({ path, name: node.parent.name?.text ?? '', dependencies: node.parameters.length });
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true));
  return found;
}

function faultsOf({ path, name, dependencies }) {
  const ceiling = CEILINGS[name];
  if (dependencies > (ceiling ?? MOST))
    return [`${path}: ${name} takes ${dependencies} dependencies, ${ceiling ?? MOST} at most`];
  if (ceiling === undefined || dependencies === ceiling) return [];
  if (dependencies <= MOST) return [`${name} takes at most ${MOST} dependencies now; remove its ceiling`];
  return [`${name} takes ${dependencies} dependencies now; lower its ceiling of ${ceiling}`];
}
