import { Notices } from './notices';
import { ABSENT_ID, Reply } from './scene';
import { Plan, planOf } from './plan';
import { OracleRuns } from './oracle-runs';
import { Stock } from './stock';
import type { OracleServer } from './oracle-server';

type Tamper = OracleServer['tamper'];
type Change = (body: Record<string, unknown>) => void;

/** An error in the answers of one path. */
const at =
  (place: RegExp, change: Change): Tamper =>
  (path, { status, text, body }: Reply) => {
    if (!place.test(path) || status !== 200) return text;
    change(body);
    return JSON.stringify(body);
  };

/** A single sequence does not detect everything. */
const SEEDS = [1, 2, 3, 4];
const PRELUDES = [1, 5, 8, 9].map((seed) => ({ seed, length: 36 }));
/** A few whole sequences, on a busy machine. */
const PATIENCE_MS = 600_000;

const first = (list: unknown): Record<string, unknown> | undefined => (list as Record<string, unknown>[])[0];

let told = 0;
const withoutSecondMessage: Change = (body) => {
  const events = body.events as { type: string }[] | undefined;
  body.events = events?.filter(({ type }) => type !== 'message' || ++told !== 2);
};

type Told = { type: string; message_id?: number; content?: string };
let earlier: Told = { type: 'none' };
/** As if two answers were exchanged. */
function aboutAnother(told: Told): void {
  if (told.type !== 'message') return;
  const { message_id: id } = told;
  if (earlier.type === 'message') told.message_id = earlier.message_id;
  earlier = { ...told, message_id: id };
}
function sayingMore(told: Told): void {
  if (told.type !== 'message') return;
  const { content } = told;
  told.content = `${earlier.content ?? ''} ${content}`;
  earlier = { ...told, content };
}

/** Errors that a server might make; the oracle must detect each of them. */
const WRONGS: readonly (readonly [string, Tamper])[] = [
  ['a channel that is left out of the list', at(/^streams$/, (body) => void (body.streams as unknown[]).pop())],
  [
    'a subscriber who is not shown',
    at(/\/members$/, (body) => void (body.subscribers as unknown[] | undefined)?.pop()),
  ],
  [
    'an address for all eyes',
    at(/^users$/, (body) => void Object.assign(first(body.members)!, { delivery_email: 'x' })),
  ],
  [
    'a user whom a guest may not see',
    at(/^users$/, (body) => void (body.members as object[]).push({ user_id: ABSENT_ID, full_name: 'x' })),
  ],
  [
    'a star that is forgotten',
    at(/^register$/, (body) => void (body.starred_messages as unknown[] | undefined)?.pop()),
  ],
  [
    'a profile that is shown empty',
    at(/^users$/, (body) =>
      (body.members as { profile_data?: object }[]).forEach((one) => one.profile_data && (one.profile_data = {})),
    ),
  ],
  [
    'a muted user who is not muted',
    at(/^register$/, (body) => void (body.muted_users as object[] | undefined)?.push({ id: ABSENT_ID })),
  ],
  [
    "another user's bot",
    at(/^bots$/, (body) => void (body.bots as object[] | undefined)?.push({ user_id: ABSENT_ID })),
  ],
  ['an invitation that is not listed', at(/^invites$/, (body) => void (body.invites as unknown[] | undefined)?.pop())],
  [
    'the presence of an invisible user',
    at(/^realm\/presence$/, (body) => {
      body.presences = Object.fromEntries(Object.entries(body.presences as object).slice(1));
    }),
  ],
  ['a version that a history leaves out', at(/\/history$/, (body) => void (body.message_history as unknown[]).shift())],
  ['a draft that is not listed', at(/^drafts$/, (body) => void (body.drafts as unknown[] | undefined)?.pop())],
  ['a reader who is not shown', at(/\/read_receipts$/, (body) => void (body.user_ids as unknown[]).pop())],
  ['a report that is not listed', at(/^moderation\/reports$/, (body) => void (body.reports as unknown[]).pop())],
  [
    'a message that fits and is not named',
    at(/^messages\/matches_narrow$/, (body) => {
      body.messages = Object.fromEntries(Object.entries(body.messages as object).slice(1));
    }),
  ],
  [
    'a reaction that is not shown',
    at(/^messages$/, (body) =>
      (body.messages as object[] | undefined)?.forEach((one) => Object.assign(one, { reactions: [] })),
    ),
  ],
  [
    'another word for forbidden than for absent',
    (path, { status, text }) =>
      status === 400 && /^streams\/\d+$/.test(path) && !path.includes(String(ABSENT_ID))
        ? text.replace('Invalid', 'No')
        : text,
  ],
];

/** Errors in events. */
const WRONGLY_TOLD: readonly (readonly [string, Tamper])[] = [
  ['a message that does not come', at(/^events$/, withoutSecondMessage)],
  [
    'a move, an edit or a deletion that is not told',
    at(/^events$/, (body) => {
      const isChange = ({ type }: { type: string }) => type === 'update_message' || type === 'delete_message';
      body.events = (body.events as { type: string }[] | undefined)?.filter((event) => !isChange(event));
    }),
  ],
  [
    'a notification for another device',
    at(/^notification$/, (body) => void Object.assign(body, { userId: (body.userId as number) + 1 })),
  ],
  [
    'a notification of a message that is for others',
    at(/^notification$/, (body) => aboutAnother(body.content as Told)),
  ],
  ['a notification with the content of another one', at(/^notification$/, (body) => sayingMore(body.content as Told))],
  [
    'a notification that does not come',
    at(/^notification$/, (body) => {
      const content = body.content as Told & { message_ids?: number[] };
      if (content.type === 'message')
        Object.assign(content, { type: 'remove', message_ids: [], message_id: undefined });
    }),
  ],
];

describe('the oracle detects', () => {
  let notices: Notices;
  let stock: Stock;
  let oracleRuns: OracleRuns;
  beforeAll(async () => {
    notices = await Notices.start();
    stock = await Stock.make(notices, PRELUDES);
    oracleRuns = new OracleRuns(notices, stock);
  }, PATIENCE_MS);
  afterAll(async () => {
    await oracleRuns.close();
    stock.close();
    await notices.stop();
  });

  async function foundIn(plan: Partial<Plan>, tamper: Tamper): Promise<boolean> {
    for (const seed of SEEDS) {
      const { finding } = await oracleRuns.play(planOf(seed, plan), tamper);
      if (finding) return true;
    }
    return false;
  }

  it.each(WRONGS)(
    '%s',
    async (_, tamper) => {
      expect(await foundIn({ length: 2, looks: 'all' }, tamper)).toBe(true);
    },
    PATIENCE_MS,
  );

  it.each(WRONGLY_TOLD)(
    '%s',
    async (_, tamper) => {
      expect(await foundIn({ length: 12, looks: 'few' }, tamper)).toBe(true);
    },
    PATIENCE_MS,
  );
});
