import { addressesIn } from './inline/bare-link';
import { bracketAddresses } from './inline/bracket-link';
import { UPLOAD_PATH } from './media/uploads';
import { CHANNEL_WILDCARDS, MentionedNames, parseUserName, TOPIC_WILDCARD } from './references';
import { WorkBudget } from './work-budget';

const UPLOAD = new RegExp(UPLOAD_PATH, 'gu');

/**
 * Finds what {@link render} may ask for. A cheap scan: it also finds names in code, so it may report too much, never
 * too little. All lists empty means that there is nothing to look up. Of `previewable`, what linkifiers make is not
 * found: only a rendering knows that.
 */
export function findReferences(source: string): MentionedNames {
  const isMarked = source.includes('*');
  const marked = (pattern: RegExp): string[] => (isMarked ? distinct(source, pattern) : []);
  const users = marked(/@_?\*\*(?=([^*\n]+)\*\*)/g).filter(
    (name) => !CHANNEL_WILDCARDS.has(name) && name !== TOPIC_WILDCARD,
  );
  return {
    users: users.map(parseUserName),
    groups: marked(/@_?\*(?=([^*\n]+)\*)/g),
    channels: marked(/#\*\*(?=([^*>\n]+)(?:>[^*\n]*)?\*\*)/g),
    topics: marked(/#\*\*(?=([^*>\n]+>[^*\n]*)\*\*)/g).flatMap(parseTopicLink),
    uploads: source.includes('user_uploads/') ? distinct(source, UPLOAD).flatMap(decoded) : [],
    previewable: previewableIn(source),
  };
}

/** A link to a message leads there whatever its topic is called. */
function parseTopicLink(written: string): { channel: string; topic: string }[] {
  const separator = written.indexOf('>');
  const topic = written.slice(separator + 1);
  return /@\d{1,15}$/.test(topic) ? [] : [{ channel: written.slice(0, separator), topic }];
}

/** With and without what may be the full stop of a sentence. */
function decoded(path: string): string[] {
  try {
    const name = decodeURIComponent(path);
    return [...new Set([name, name.replace(/\.+$/, '')])];
  } catch {
    return []; // a percent sign that encodes nothing: no name of ours
  }
}

function previewableIn(source: string): string[] {
  if (!source.includes('.')) return [];
  const bare = Array.from(addressesIn(source, new WorkBudget()), ({ href }) => href);
  const addresses = [...bare, ...bracketAddresses(source)];
  return [...new Set(addresses.filter((address) => /^https?:\/\//i.test(address)))];
}

function distinct(source: string, pattern: RegExp): string[] {
  return [...new Set(Array.from(source.matchAll(pattern), ([, name = '']) => name))];
}
