import { wordOfRole } from '../users/roles';
import { s } from '../words';

/** A change of a line in the user's language. @param phrase of the server; one of a newer server stays as it is */
export function wordsOfChange(phrase: string): string {
  const [, kind, value = ''] = /^(\w+): (.+)$/s.exec(phrase) ?? [];
  if (kind === 'name') return `${s.name}: ${value.replace(' -> ', ' → ')}`;
  if (kind === 'role') return `${s.role}: ${value.split(' -> ').map(wordOfRole).join(' → ')}`;
  if (kind === 'group') return `${s.group}: ${value}`;
  if (kind === 'channel') return `${s.channel}: ${value}`;
  return phrase;
}
