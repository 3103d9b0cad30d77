import type { References } from '../references';

export const nobody: References = { users: [], groups: [], channels: [] };

/** A bakery: people, groups and channels that the specs refer to. */
export const bakery: References = {
  users: [
    { id: 31, fullName: 'Rosa Lind', isActive: true },
    { id: 44, fullName: 'Kim Ode', isActive: true },
    { id: 12, fullName: 'Kim Ode', isActive: true },
    { id: 57, fullName: "Ben <O'Hara> & Co", isActive: true },
    { id: 60, fullName: 'Former Baker', isActive: false },
  ],
  groups: [
    { id: 5, name: 'ovens', displayName: 'ovens', isActive: true },
    { id: 6, name: 'role:moderators', displayName: 'Moderators', isActive: true },
    { id: 7, name: 'nightshift', displayName: 'nightshift', isActive: false },
  ],
  channels: [
    { id: 3, name: 'daily bread' },
    { id: 8, name: 'café v1.2 (old)' },
  ],
};
