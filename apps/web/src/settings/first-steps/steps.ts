import type { FirstStep } from '../../server/settings/first-steps';
import { s } from '../words';

export interface Step {
  readonly name: FirstStep;
  readonly title: () => string;
  readonly help: () => string;
  /** Where it is done: a section, and in it a setting that gets the focus. */
  readonly place?: string;
  /** What the operator of the server types. */
  readonly command?: string;
}

/** In the order in which a new organization needs them. */
export const STEPS: readonly Step[] = [
  { name: 'name', title: () => s.stepName, help: () => s.stepNameHelp, place: 'organization-profile/realm_name' },
  {
    name: 'picture',
    title: () => s.stepPicture,
    help: () => s.stepPictureHelp,
    place: 'organization-profile/picture-icon',
  },
  {
    name: 'announcements',
    title: () => s.stepAnnouncements,
    help: () => s.stepAnnouncementsHelp,
    place: 'organization-settings/realm_new_stream_announcements_stream_id',
  },
  { name: 'people', title: () => s.stepPeople, help: () => s.stepPeopleHelp, place: 'invitations' },
  { name: 'mail', title: () => s.stepMail, help: () => s.stepMailHelp },
  {
    name: 'backups',
    title: () => s.stepBackups,
    help: () => s.stepBackupsHelp,
    command: 'npm run parley -- backup /backups/parley.tar',
  },
];
