import { expectFreshSnapshot } from '../../support/fold';
import type { Person } from '../../support/person';
import { World } from '../../support/world';

interface Step {
  type: string;
  name: string;
}

describe('POST /users/me/onboarding_steps', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  beforeAll(async () => {
    world = await World.start();
    [ana, ben] = [await world.member('ana'), await world.guest('ben')];
  });
  afterAll(() => world.stop());

  const finish = (person: Person, onboarding_step: string) =>
    person.post('users/me/onboarding_steps', { onboarding_step });
  const stepsOf = async (person: Person) =>
    (await person.register({ fetch_event_types: ['onboarding_steps'] })).state.onboarding_steps as Step[];

  it("removes the step from the user's list in snapshot and events, once", async () => {
    const steps = await stepsOf(ana);
    expect(steps).toContainEqual({ type: 'one_time_notice', name: 'intro_inbox_view_modal' });
    const [queue, other] = [await ana.register({}), await ben.register({})];
    await ana.ok('POST', 'users/me/onboarding_steps', { onboarding_step: 'intro_inbox_view_modal' });
    await ana.ok('POST', 'users/me/onboarding_steps', { onboarding_step: 'intro_inbox_view_modal' });
    const left = steps.filter(({ name }) => name !== 'intro_inbox_view_modal');
    expect((await queue.drain()).filter(({ type }) => type === 'onboarding_steps')).toMatchObject([
      { type: 'onboarding_steps', onboarding_steps: left },
    ]);
    expect(await stepsOf(ana)).toEqual(left);
    expect(await stepsOf(ben)).toEqual(steps);
    expect((await other.drain()).map(({ type }) => type)).not.toContain('onboarding_steps');
    await expectFreshSnapshot(queue);
  });

  it('accepts every step, also concurrent requests', async () => {
    const queue = await ben.register({});
    const steps = await stepsOf(ben);
    const answers = await Promise.all([...steps, ...steps].map(({ name }) => finish(ben, name)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await stepsOf(ben)).toEqual([]);
    expect((await queue.drain()).filter(({ type }) => type === 'onboarding_steps')).toHaveLength(steps.length);
    await expectFreshSnapshot(queue);
  });

  it.each(['', 'unknown', 'navigation_tour_video', 'constructor', 'x'.repeat(5_000), "'; --"])(
    'rejects the step %j',
    async (name) => {
      const { status, body } = await finish(ana, name);
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    },
  );

  it('requires a step, and a human user', async () => {
    expect((await ana.post('users/me/onboarding_steps')).body).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING' });
    expect((await world.request('POST', 'users/me/onboarding_steps', { onboarding_step: 'x' })).status).toBe(401);
  });
});

describe('the guide for a new organization', () => {
  it('keeps what a user has done or skipped, opens it again, and is no step of the protocol', async () => {
    const world = await World.start();
    try {
      const steps = async () => (await world.owner.ok('GET', 'users/me/first_steps')).settled;
      const protocol = async () =>
        (await world.owner.register({ fetch_event_types: ['onboarding_steps'] })).state.onboarding_steps;
      const before = await protocol();
      expect(await steps()).toEqual([]);
      await world.owner.ok('POST', 'users/me/first_steps', { step: 'backups' });
      await world.owner.ok('POST', 'users/me/first_steps', { step: 'name' });
      expect(await steps()).toEqual(['name', 'backups']);
      await world.owner.ok('POST', 'users/me/first_steps', { step: 'name', is_settled: false });
      expect(await steps()).toEqual(['backups']);
      expect((await world.owner.post('users/me/first_steps', { step: 'dance' })).status).toBe(400);
      expect(await protocol()).toEqual(before);
    } finally {
      await world.stop();
    }
  });
});
