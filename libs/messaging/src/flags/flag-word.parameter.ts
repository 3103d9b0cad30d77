import { FlagIsNotEditable, FlagIsUnknown } from '../errors';
import { EDITABLE_FLAGS, EditableFlag } from '../received/flag';

const OTHER_FLAGS = new Set([
  'mentioned',
  'stream_wildcard_mentioned',
  'topic_wildcard_mentioned',
  'wildcard_mentioned',
  'has_alert_word',
  'historical',
]);

/** @throws FlagIsNotEditable, FlagIsUnknown */
export function editableFlag(word: string): EditableFlag {
  const flag = EDITABLE_FLAGS.find((one) => one === word);
  if (flag) return flag;
  throw OTHER_FLAGS.has(word) ? new FlagIsNotEditable(word) : new FlagIsUnknown(word);
}
