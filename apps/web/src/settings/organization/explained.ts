import type { Explanation } from '../../server/settings/administration';
import type { Store } from '../../store/store';
import { wordsOfGroup } from '../controls/group-members';
import { periodOf } from '../controls/period';
import { wordOfRole } from '../users/roles';
import { s, wordsOf } from '../words';

type Detail = Explanation['details'][number];

/** What stands before the name of a setting in the words, by what has the setting. */
const PREFIX = { organization: 'realm_', channel: 'channel_', group: 'usergroup_' };

/**
 * A reason of the rules of the server, as a sentence in the user's language.
 * @param text the English phrase of the server, for a reason that a newer server gives
 */
export function sentenceOf(store: Store, detail: Detail, text: string): string {
  const sentence = withValues(store, detail) ?? wordsOf(`because_${detail.code}`) ?? text;
  return detail.of_bot_owner ? s.becauseOfBotOwner(sentence) : sentence;
}

/** The sentences that have values. */
function withValues(store: Store, detail: Detail): string | null {
  const { code, role = '', groups = [], seconds = 0 } = detail;
  const roleName = wordOfRole(role);
  switch (code) {
    case 'an_administrator':
      return s.because_an_administrator(roleName);
    case 'no_administrator':
      return s.because_no_administrator(roleName);
    case 'no_guest':
      return s.because_no_guest(roleName);
    case 'in_setting':
      return groups.length === 0
        ? s.because_in_setting_directly(labelOf(detail))
        : s.because_in_setting(labelOf(detail), groups.map(wordsOfGroup).join(' → '));
    case 'one_in_setting':
      return s.because_one_in_setting(labelOf(detail));
    case 'not_in_setting':
      return s.because_not_in_setting(labelOf(detail), membersOf(store, detail));
    case 'none_in_setting':
      return s.because_none_in_setting(labelOf(detail), membersOf(store, detail));
    case 'time_limit':
      return s.because_time_limit(labelOf(detail), periodOf(seconds));
    default:
      return null;
  }
}

const labelOf = ({ setting = '', of }: Detail): string => wordsOf(`${of ? PREFIX[of] : ''}${setting}`) ?? setting;

function membersOf(store: Store, { groups = [], users = [] }: Detail): string {
  const people = users.map((id) => store.people.users.get(id)?.full_name ?? String(id));
  return [...groups.map(wordsOfGroup), ...people].join(', ') || s.group_nobody;
}
