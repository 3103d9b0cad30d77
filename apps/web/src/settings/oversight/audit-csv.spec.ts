import { auditCsv } from './audit-csv';

const entry = {
  ...{ id: 3, time: 1_700_000_000.5, actor_id: 7, client: 'website', address: '::1', action: 'changed' },
  ...{ object_type: 'channel', object_id: 4, before: { name: 'a "b"' }, after: null, hash: '00' },
};

describe('the audit log as CSV', () => {
  it('has a header, and quotes all cells', () => {
    const [header, line] = auditCsv([entry], () => 'Ana, "A"').split('\r\n');
    expect(header).toBe(
      '"id","time","actor_id","actor","action","object_type","object_id","client","address","before","after"',
    );
    expect(line).toBe(
      '"3","2023-11-14T22:13:20.500Z","7","Ana, ""A""","changed","channel","4","website","::1","{""name"":""a \\""b\\""""}","null"',
    );
  });

  it('contains no formula', () => {
    expect(auditCsv([entry], () => '=1+1')).toContain(`"'=1+1"`);
  });
});
