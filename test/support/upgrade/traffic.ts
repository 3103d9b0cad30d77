import { setTimeout as delay } from 'node:timers/promises';
import { Asker, PASSWORD } from './asker';
import { Listener } from './listener';

export const CHANNEL = 'everybody';
/** The pause of each user between two requests: a pace, not a wait for something. */
const PAUSE_MS = 15;
const PAGE = 50;
const PATIENCE_MS = 30_000;

/** A few users who send, read, edit, flag and upload without a pause, and poll several queues. */
export class Traffic {
  /** Contents: those of the first sender are `0: 0`, `0: 1` and so on. */
  readonly sent: string[] = [];
  readonly edited: number[] = [];
  readonly uploads: { path: string; content: string; owner: Asker }[] = [];
  private isStopping = false;
  private loops: Promise<void>[] = [];

  private constructor(
    private readonly people: Asker[],
    readonly listeners: Listener[],
  ) {}

  static async begin(owner: Asker, count: number, login: (email: string) => Promise<Asker>): Promise<Traffic> {
    const emails = Array.from({ length: count }, (_, index) => `person${index}@example.org`);
    for (const email of emails)
      await owner.ask('POST', 'users', { email, password: PASSWORD, full_name: email.split('@')[0] });
    const people = await Promise.all(emails.map(login));
    const principals = people.map(({ id }) => id);
    await owner.ask('POST', 'users/me/subscriptions', { subscriptions: [{ name: CHANNEL }], principals });
    const listeners = await Promise.all([...people, ...people].map((person) => Listener.open(person)));
    return new Traffic(people, listeners);
  }

  start(): void {
    for (const listener of this.listeners) listener.start();
    const tasks = this.people.flatMap((person, index) => [
      this.sender(person, index),
      [this.reader, this.marker, this.editor, this.uploader][index % 4].call(this, person),
    ]);
    this.loops = tasks.map((task) => this.repeat(task));
  }

  /** Stops the requests, and resolves when all have received all messages, or should have. */
  async finish(): Promise<void> {
    this.isStopping = true;
    await Promise.all(this.loops);
    const hasAll = ({ heard, edits }: Listener) =>
      heard.length >= this.sent.length && edits.length >= this.edited.length;
    const all = this.listeners.map((listener) => listener.until(() => hasAll(listener)));
    await Promise.race([Promise.all(all), delay(PATIENCE_MS, undefined, { ref: false })]);
  }

  /** Must be called after any failure too. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all(this.listeners.map((listener) => listener.stop()));
  }

  private async repeat(task: () => Promise<void>): Promise<void> {
    while (!this.isStopping) {
      await task().catch(() => undefined); // The failure is counted.
      await delay(PAUSE_MS);
    }
  }

  private sender(person: Asker, index: number): () => Promise<void> {
    let turn = 0;
    const { queueId } = this.listeners[index];
    return async () => {
      const content = `${index}: ${turn++}`;
      const key = { queue_id: queueId, local_id: `${turn}.01` };
      await person.ask('POST', 'messages', { type: 'stream', to: CHANNEL, topic: `of ${index}`, content, ...key });
      this.sent.push(content);
    };
  }

  private reader(person: Asker): () => Promise<void> {
    return async () => {
      await person.ask('GET', 'messages', { anchor: 'newest', num_before: PAGE, num_after: 0 });
      await person.ask('GET', 'users/me');
    };
  }

  private marker(person: Asker): () => Promise<void> {
    let latest = 0;
    return async () => {
      const page = await person.ask('GET', 'messages', { anchor: 'newest', num_before: 5, num_after: 0 });
      const messages = (page.messages as { id: number }[]).map(({ id }) => id);
      await person.ask('POST', 'messages/flags', { messages, op: 'add', flag: 'read' });
      const id = messages.at(-1)!;
      if (id === latest) return; // No user has sent since.
      latest = id;
      await person.ask('POST', `messages/${id}/reactions`, { emoji_name: 'octopus' });
    };
  }

  private editor(person: Asker): () => Promise<void> {
    return async () => {
      const place = { type: 'stream', to: CHANNEL, topic: 'edits', content: 'before' };
      const { id } = await person.ask('POST', 'messages', place);
      this.sent.push('before');
      await person.ask('PATCH', `messages/${id as number}`, { content: 'after' });
      this.edited.push(id as number);
    };
  }

  private uploader(person: Asker): () => Promise<void> {
    let turn = 0;
    return async () => {
      const content = `content ${turn++}`;
      const path = await person.upload(`${turn}.txt`, content);
      this.uploads.push({ path, content, owner: person });
      if ((await person.download(path)) !== content) throw new Error(`${path} is another file.`);
    };
  }
}
