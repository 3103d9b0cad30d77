import type { FirstStep } from '../../server/settings/first-steps';
import type { Section } from '../sections';
import { s } from '../words';

export interface Step {
  readonly name: FirstStep;
  readonly title: () => string;
  readonly help: () => string;
  /** Where it is done. */
  readonly section?: Section;
  /** What the operator of the server types. */
  readonly command?: string;
}

/** In the order in which a new organization needs them. */
export const STEPS: readonly Step[] = [
  { name: 'name', title: () => s.stepName, help: () => s.stepNameHelp, section: 'organization-profile' },
  { name: 'picture', title: () => s.stepPicture, help: () => s.stepPictureHelp, section: 'organization-profile' },
  {
    name: 'announcements',
    title: () => s.stepAnnouncements,
    help: () => s.stepAnnouncementsHelp,
    section: 'organization-settings',
  },
  { name: 'people', title: () => s.stepPeople, help: () => s.stepPeopleHelp, section: 'invitations' },
  { name: 'mail', title: () => s.stepMail, help: () => s.stepMailHelp },
  {
    name: 'backups',
    title: () => s.stepBackups,
    help: () => s.stepBackupsHelp,
    command: 'npm run parley -- backup /backups/parley.tar',
  },
];
