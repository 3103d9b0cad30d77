import { World } from '../../support/world';
import { addDirectory, logIn, optionsFor, PROVIDERS } from './directory-provider';
import { describeWithSlapd, peopleIn, Slapd } from './slapd';

describeWithSlapd('A directory on this machine', () => {
  let world: World;
  let slapd: Slapd;
  beforeAll(async () => {
    slapd = await Slapd.start({ ldif: peopleIn(['gil']) });
    world = await World.start();
  });
  afterAll(async () => {
    await world?.stop();
    await slapd?.stop();
  });

  it('is not asked unless the operator allows private addresses, and never without encryption', async () => {
    const plain = await world.owner.post(PROVIDERS, optionsFor(slapd));
    expect([plain.status, plain.body.msg]).toEqual([400, expect.stringContaining('starttls must be on')]);
    const options = { ...optionsFor(slapd), url: slapd.secureUrl, ca: slapd.certificates.ca };
    await world.owner.ok('POST', PROVIDERS, options);
    expect((await logIn(world, 'gil')).body.msg).toContain('does not answer');
  });
});

describeWithSlapd('Guesses at passwords of a directory', () => {
  let world: World;
  let slapd: Slapd;
  beforeAll(async () => {
    slapd = await Slapd.start({ ldif: peopleIn(['gil', 'hana']) });
    world = await World.start({ PARLEY_SSO_ALLOW_PRIVATE_ADDRESSES: '1', PARLEY_RATE_LIMITS: 'on' });
    await addDirectory(world, slapd);
  });
  afterAll(async () => {
    await world?.stop();
    await slapd?.stop();
  });

  it('count like those at passwords of this server', async () => {
    for (let i = 0; i < 5; i++) expect((await logIn(world, 'gil', 'a guess')).status).toBe(401);
    expect((await logIn(world, 'gil')).body.code).toBe('RATE_LIMIT_HIT');
    expect((await logIn(world, 'hana')).status).toBe(200);
  });
});
