import { AUDIT_ACTIONS, AUDIT_OBJECTS } from '@app/identity';
import { de } from '../../apps/web/src/i18n/generated/settings/de';
import { en } from '../../apps/web/src/i18n/generated/settings/en';
import * as offered from '../../apps/web/src/settings/oversight/audit-words';

describe('the words of the audit log', () => {
  it('has each action and each kind of object that the server writes among its filters', () => {
    expect([...offered.AUDIT_ACTIONS].sort()).toEqual([...AUDIT_ACTIONS].sort());
    expect([...offered.AUDIT_OBJECTS].sort()).toEqual([...AUDIT_OBJECTS].sort());
  });

  it.each([
    ['English', en],
    ['German', de],
  ])('has words for each of them in %s', (_, words: object) => {
    const keys = [
      ...AUDIT_ACTIONS.map((action) => `audit_${action.replaceAll(' ', '_')}`),
      ...AUDIT_OBJECTS.map((type) => `auditObject_${type}`),
    ];
    expect(keys.filter((key) => !(key in words))).toEqual([]);
  });
});
