import { Mails, NewMail, Transactions } from '@app/platform';
import { join } from 'node:path';
import { runParley } from '../../support/command-line';
import { MailServer, refusal } from '../../support/mail-server';
import { freePort } from '../../support/ports';
import { secondNode } from '../../support/second-node';
import { gone, ROOT, ServerProcess } from '../../support/server-process';
import { until } from '../../support/until';
import { World } from '../../support/world';

/** Mails are rows that a worker hands to a mail server, here a real one. */
describe('mails', () => {
  let world: World;
  let server: MailServer;
  beforeAll(async () => {
    server = await MailServer.start();
    world = await World.start({
      PARLEY_SMTP_URL: server.url,
      PARLEY_MAIL_FROM: 'Example Chat <chat@example.org>',
      PARLEY_LOG_LEVEL: 'fatal',
    });
  });
  afterAll(async () => {
    await world.stop();
    await server.close();
  });
  beforeEach(() => (server.rule = () => null));

  const queue = (mail: Partial<NewMail> & { to: string }) =>
    world.service(Transactions).run([], () =>
      world.service(Mails).queue({
        organizationId: world.organizationId,
        subject: 'Hello',
        text: 'Good day.',
        ...mail,
      }),
    );
  const rows = () =>
    world.sql<{ id: string; recipient: string; attempts: number; failure: string; failed_at: Date | null }>(
      'SELECT id, recipient, attempts, failure, failed_at FROM mail ORDER BY id',
    );
  const gauge = async (name: string) => {
    const text = await (await fetch(`${world.url}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  };

  it("are sent as text and HTML, with the operator's sender, and are deleted", async () => {
    await queue({
      to: 'ana@example.org',
      subject: 'Grüße, 你好',
      text: 'Text: 你好',
      html: '<p>HTML: 你好</p>',
      headers: { 'List-Unsubscribe': '<https://chat.example.org/stop>' },
    });
    const [mail] = await server.arrived('ana@example.org');
    expect(mail).toMatchObject({
      subject: 'Grüße, 你好',
      from: { name: 'Example Chat', address: 'chat@example.org' },
      to: [{ address: 'ana@example.org' }],
      sender: 'chat@example.org',
    });
    expect([mail.text?.trim(), mail.html?.trim()]).toEqual(['Text: 你好', '<p>HTML: 你好</p>']);
    expect(mail.headers).toContainEqual(
      expect.objectContaining({ key: 'list-unsubscribe', value: '<https://chat.example.org/stop>' }),
    );
    expect(mail.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }));
    expect(mail.messageId).toMatch(/^<[0-9a-f-]{36}@example\.org>$/);
    await until(async () => (await rows()).length === 0);
  });

  it('are not sent when the transaction that wrote them is rolled back', async () => {
    await expect(
      world.service(Transactions).run([], async () => {
        await world.service(Mails).queue({ organizationId: null, to: 'no@example.org', subject: 'No', text: 'No' });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await queue({ to: 'yes@example.org' });
    await server.arrived('yes@example.org');
    expect(server.to('no@example.org')).toEqual([]);
  });

  it('never get another header or recipient from their content', async () => {
    await queue({
      to: 'bo@example.org',
      subject: 'One\r\nBcc: eve@example.org\r\n\r\nbody',
      text: 'Text\r\n.\r\nRCPT TO:<eve@example.org>',
      fromName: 'Eve" <eve@example.org>, "x\r\nBcc: eve@example.org',
      headers: { 'List-Id': 'list\r\nBcc: eve@example.org' },
    });
    const [mail] = await server.arrived('bo@example.org');
    expect(mail.recipients).toEqual(['bo@example.org']);
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(mail.subject).toBe('One Bcc: eve@example.org body');
    expect(mail.from?.address).toBe('chat@example.org');
    expect(mail.text).toContain('RCPT TO:<eve@example.org>');
    for (const to of ['a@example.org, eve@example.org', 'a@example.org\r\nRCPT TO:<eve@x.org>', '<eve@x.org>', 'eve']) {
      await expect(queue({ to })).rejects.toThrow('one address');
    }
    expect(server.to('eve@example.org')).toEqual([]);
  });

  it('are stored encrypted', async () => {
    server.rule = () => refusal(451, 'later');
    await queue({ to: 'sealed@example.org', text: 'https://chat.example.org/secret-link' });
    const [row] = await world.sql<{ content: Buffer }>('SELECT content FROM mail WHERE recipient = $1', [
      'sealed@example.org',
    ]);
    expect(row.content.toString('latin1')).not.toContain('secret-link');
    await world.sql(`DELETE FROM mail`);
  });

  it('are retried when the server defers them', async () => {
    let refused = 0;
    // A mail of the test before may still be on its way.
    server.rule = (step, address) =>
      step === 'recipient' && address === 'later@example.org' && refused++ === 0
        ? refusal(451, 'come back later')
        : null;
    await queue({ to: 'later@example.org' });
    await until(async () => (await rows()).some(({ attempts }) => attempts === 1));
    const [row] = await rows();
    expect(row.failure).toContain('come back later');
    expect(row.failed_at).toBeNull();
    await world.service(Mails).retry(Number(row.id));
    await server.arrived('later@example.org');
    await until(async () => (await rows()).length === 0);
  });

  it("are dropped on a permanent failure, kept with the reason, and sent on the operator's request", async () => {
    server.rule = (step, address) =>
      step === 'recipient' && address === 'nobody@example.org' ? refusal(550, 'no such mailbox') : null;
    await queue({ to: 'nobody@example.org', subject: 'Is anybody there?' });
    await queue({ to: 'somebody@example.org' });
    await server.arrived('somebody@example.org');
    await until(async () => (await rows())[0]?.failed_at !== null);
    const [row] = await rows();
    expect(row.failure).toContain('no such mailbox');
    expect(await gauge('parley_mails_failed')).toBe(1);

    const listed = await runParley(world, ['mails', 'list', '--failed'], {
      environment: { PARLEY_SMTP_URL: server.url },
    });
    expect(listed.out).toMatch(/nobody@example\.org +Is anybody there\? +given up +1 +.*no such mailbox/);
    server.rule = () => null;
    const retried = await runParley(world, ['mails', 'retry', row.id], {
      environment: { PARLEY_SMTP_URL: server.url },
    });
    expect(retried).toMatchObject({ code: 0, out: 'One mail is due now.\n' });
    await server.arrived('nobody@example.org');
  });

  it('wait while the server is down, and are sent when it is back', async () => {
    await server.close();
    for (const name of ['one', 'two', 'three']) await queue({ to: `${name}@away.example.org` });
    await until(async () => (await rows()).some(({ attempts }) => attempts > 0));
    expect((await rows()).filter(({ failed_at }) => failed_at === null)).toHaveLength(3);
    await server.open();
    // The retries that the worker makes within some minutes.
    await world.service(Mails).retry(null);
    await until(async () => (await rows()).length === 0);
    for (const name of ['one', 'two', 'three']) expect(server.to(`${name}@away.example.org`)).toHaveLength(1);
  });

  it('are sent while one of them takes long', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    server.rule = async (step, address) => {
      if (step === 'data' && address === 'slow@example.org') await held;
      return null;
    };
    await queue({ to: 'slow@example.org' });
    for (let n = 0; n < 10; n++) await queue({ to: `fast${n}@example.org` });
    await server.arrived('fast9@example.org');
    expect(server.to('slow@example.org')).toEqual([]);
    release();
    await server.arrived('slow@example.org');
  });

  it('are sent once by two nodes', async () => {
    const other = await secondNode(world, { PARLEY_LOG_LEVEL: 'fatal', PARLEY_SMTP_URL: server.url });
    try {
      for (let n = 0; n < 30; n++) await queue({ to: `both${n}@example.org` });
      const nodes = [world.service(Mails), other.app.get(Mails)];
      await Promise.all(nodes.map((node) => node.retry(null)));
      await until(async () => (await rows()).length === 0);
      for (let n = 0; n < 30; n++) expect(server.to(`both${n}@example.org`)).toHaveLength(1);
    } finally {
      await other.stop();
    }
  });

  it('are sent when the node that is sending them is killed, a repeated one with the same Message-ID', async () => {
    const quiet = await World.start({ PARLEY_LOG_LEVEL: 'fatal' });
    let takes = 0;
    const underWay = new Promise<void>((resolve) => {
      server.rule = async (step, address) => {
        if (step !== 'data' || address !== 'killed@example.org' || ++takes > 1) return null;
        resolve();
        await new Promise((done) => setTimeout(done, 1_000)); // The server accepts the mail, but the sender gets no answer.
        return null;
      };
    });
    try {
      await quiet
        .service(Transactions)
        .run([], () =>
          quiet
            .service(Mails)
            .queue({ organizationId: null, to: 'killed@example.org', subject: 'Still here', text: '-' }),
        );
      const environment = {
        DATABASE_URL: quiet.databaseUrl,
        PARLEY_SMTP_URL: server.url,
        PARLEY_LOG_LEVEL: 'fatal',
      };
      const command = [process.execPath, join(ROOT, 'dist/apps/server/src/main.js')];
      const first = ServerProcess.run(await freePort(), quiet.directory, environment, command);
      await underWay;
      const pids = await first.tree();
      process.kill(first.child.pid!, 'SIGKILL');
      await gone(pids);
      await server.arrived('killed@example.org');
      expect(await quiet.sql('SELECT id FROM mail')).toHaveLength(1);

      const second = await ServerProcess.run(await freePort(), quiet.directory, environment, command).ready();
      await server.arrived('killed@example.org', 2);
      await second.stop();
      const mails = server.to('killed@example.org');
      expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1);
      expect(await quiet.sql('SELECT id FROM mail')).toEqual([]);
    } finally {
      await quiet.stop();
    }
  });

  it('are not sent by commands, which end too early', async () => {
    const quiet = await World.start({ PARLEY_LOG_LEVEL: 'fatal' });
    let connections = 0;
    server.rule = () => (connections++, null);
    try {
      await quiet
        .service(Transactions)
        .run([], () =>
          quiet.service(Mails).queue({ organizationId: null, to: 'later@example.org', subject: 'Later', text: '-' }),
        );
      const waiting = () => quiet.sql('SELECT attempts, due_at FROM mail');
      const before = await waiting();
      const { code } = await runParley(quiet, ['users', 'list'], { environment: { PARLEY_SMTP_URL: server.url } });
      expect([code, await waiting(), connections]).toEqual([0, before, 0]);
    } finally {
      await quiet.stop();
    }
  });

  it('are kept without a mail server, for the operator to read', async () => {
    const quiet = await World.start({ PARLEY_LOG_LEVEL: 'fatal' });
    try {
      await quiet.service(Transactions).run([], () =>
        quiet.service(Mails).queue({
          organizationId: null,
          to: 'ana@example.org',
          subject: 'Your link',
          text: 'https://chat.example.org/link',
        }),
      );
      const { out } = await runParley(quiet, ['mails', 'list']);
      expect(out).toContain('PARLEY_SMTP_URL');
      expect(out).toMatch(/ana@example\.org +Your link +waits/);
      const [{ id }] = await quiet.sql<{ id: string }>('SELECT id FROM mail');
      expect((await runParley(quiet, ['mails', 'show', id])).out).toContain('https://chat.example.org/link');
      expect((await runParley(quiet, ['mails', 'show', '4711'])).code).toBe(1);
      expect((await runParley(quiet, ['doctor'])).out).toMatch(/mail: .*1 mail waits/);
    } finally {
      await quiet.stop();
    }
  });
});
