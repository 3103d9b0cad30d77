// Part of npm run check: names that docs/glossary.md has replaced stay out of the tree. ADRs and migrations keep the
// words of their time; the browser client has letters on keys, and rows in sight. The names in `STORED` are keys of rows
// that older versions read, too.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** An old name, and the word to use instead. */
const REPLACED = [
  [/\bLetters?\b|\bletters?\.[a-z]|[{([]\s?letters?\b|\bletters? =/, 'MessageView, or MailBody'],
  [/\bDispatches\b|\bdispatch\(/, 'MessageWriter'],
  [/\bCallTakers?\b/, 'PushCandidateWorker'],
  [/\bArrivals\b/, 'AccountActivation'],
  [/\bEncounters?\b|\b[Aa]cquaintances?\b/, 'GuestVisibility'],
  [/[Ss]trangers?(?![a-z])/, 'spectator, anonymous client, or hidden user'],
  [/\b[Ss]ights?\b|\w+Sights?\b|out of sight/, 'ChannelVisibilityEvents, or visible'],
  [/\bDialects\b/, 'RenderingOptions'],
  [/\bhorizons?\b|\bHorizon\b|\bHorizonSample\b/, 'MessageIdWatermark'],
  [/\bPasses\b/, 'LeasedJobs'],
  [/\bHeld<|\b(class|interface) Held\b/, 'LeasedRows'],
  [/\bTurns\b(?=[({<.;,])|\bclass Turns\b|\bSemaphore\b/, 'p-limit'],
  [/\b\w*[dD]oors?\b/, 'apiPrefixes'],
  [/\baftermath\b/, 'awaitedAfterCommit'],
  [/\bLostBots\b|\bMassMentions\b|\bTopicHabits\b|\btopic-habits\b/, 'docs/glossary.md'],
  [/\balongside\b/, 'extraWrite, or sendStep'],
  [/\b[Ii]nviters\b|\b[Oo]nlookers?\b|\bAwakenings\b|\bIntroductions\b/, 'docs/glossary.md'],
  [/\b[Aa]bsentees\b|\bWithdrawals\b|\b[Tt]heatre\b|\b[Ss]easons?\b/, 'docs/glossary.md'],
  [/\bReactsTo\b|\w\.reactions(\.ts|')/, 'OnDomainEvent, *.event-handlers.ts'],
  [/\b[A-Z]\w+Wish(es)?\b/, 'patch'],
  [/\b[A-Z]\w+News\b|\b[a-z]+-news\b/, '...Events'],
  [/\bonBell\b|\bhasBell\b/, 'wake-up'],
  [/\b[Tt]urmoil\b|\b[Pp]remises\b/, 'docs/glossary.md'],
  [/\b(Composite|File|Login|Outbound|Raw|Relay)Answers?\b|\bAnsweredMessages?\b/, 'response, or TargetMessage'],
  [/\bansweredBy\b/, 'implementedBy'],
  [
    /\b(HeldQueues|TakeOvers|WaitingPolls|SpectatorEntrance|ToldEntry|LogDays)\b/,
    'ResidentQueues, QueueRebuilds, PollFastPath, docs/glossary.md',
  ],
  [/\bShortcuts\b/, 'FastPaths'],
  [/\bMOST_[A-Z]/, 'MAX_...'],
  [/\b(isDatabaseAway|isStorageAway|StorageIsAway)\b/, 'isDatabaseUnavailable, StorageIsUnavailable'],
  [/\b(WideRows|WideWork|sharesOf)\b/, 'ChunkedRows, chunksOf'],
  [
    /\b(Listeners|Retyping|Compactions|MoveKeepers)\b/,
    'NotifiedSubscribers, EditTyping, ReadStateCompaction, RetainedMessages',
  ],
  [
    /\b(Doomed\w+|SpokenOf|speaksToNobody|leavesSomebodyOut|isNowhere)\b/,
    'DeletedMessage, ReferencedMessage, hasNoRecipients, dropsRecipient, isEmptyScope',
  ],
  [
    /\b(LostFactors|Sealing|Parcels?|Holdings?)\b(?!Dialog)/,
    'FactorResets, SealedBoxes, DeviceDelivery, LinkMembership',
  ],
  [
    /\b(besideRequests|comesFromThisMachine|passOverAbandoned|ThereIsNoRoom|likeness)\b/,
    'withReservedConnections, isLocalRequest, skipAbandonedRequests, RowQuotaIsExceeded, normalisedName',
  ],
  [/\b(Lock|Fair)Line\b|\b(lock|fair)-line\b/, 'LockQueue, FairQueue'],
  [/\bStandingCredentials\b|\bNotificationRevocations\b/, 'CredentialChecks, EditedMessageRemovals'],
];

const STORED = [
  ['/message.client-events.ts', /\b(letter|strangers)\b/],
  ['/message-writer.service.ts', /\b(letter|strangers)\b/],
  ['/sender-visibility.service.ts', /\bstrangers\b/],
  ['/guest-contact.repository.ts', /\bacquaintance\b/],
  ['/guest-visibility.repository.ts', /\bacquaintance\b/],
  ['/acquaintance.entity.ts', /acquaintance/],
  ['/fuzz/props.ts', /\bFROM acquaintance\b/],
  ['/event-order.e2e.ts', /\{letter,/],
];

const EXEMPT =
  /^(apps\/web\/|test\/web\/|docs\/web-client|docs\/(adr\/|openapi\.json|api-coverage\.md)|migrations\/|bench\/results\/|scripts\/old-words\.mjs|package-lock\.json)|(names\.json|top-level-domains\.ts)$/;

const files = execFileSync('git', ['ls-files', '*.ts', '*.mjs', '*.cjs', '*.js', '*.md', '*.json'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && !EXEMPT.test(file));

const isStored = (file, line) => STORED.some(([path, key]) => file.endsWith(path) && key.test(line));

let hits = 0;
for (const file of files) {
  const text = readFileSync(file, 'utf8');
  for (const [at, line] of [file, ...text.split('\n')].entries()) {
    for (const [word, instead] of REPLACED) {
      if (!word.test(line) || isStored(file, line)) continue;
      hits++;
      console.error(`${file}:${at} has "${line.match(word)[0]}", an old word; use ${instead}`);
    }
  }
}
console.log(`${files.length} files, ${hits} old words`);
process.exitCode = hits === 0 ? 0 : 1;
