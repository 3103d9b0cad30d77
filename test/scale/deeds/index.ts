import type { Deeds } from './deed';
import { FILE_DEEDS } from './files';
import { LATER_DEEDS } from './later';
import { MEMBERSHIP_DEEDS } from './membership';
import { MESSAGE_DEEDS } from './messages';
import { OWN_DEEDS } from './own-things';
import { READING_DEEDS } from './reading';

/** All actions of users, by name. */
export const DEEDS: Deeds = {
  ...MESSAGE_DEEDS,
  ...READING_DEEDS,
  ...LATER_DEEDS,
  ...FILE_DEEDS,
  ...OWN_DEEDS,
  ...MEMBERSHIP_DEEDS,
};
