import { AnsweredMessages } from './access/answered-messages.service';
import { AnswersReactions } from './message-views/answers.reactions';
import { BotErrorNotices } from './sending/bot-error-notices.service';
import { PostingRights } from './sending/posting-rights.service';
import { ReactionClientEvents } from './reactions/reaction.client-events';
import { Reactions } from './reactions/reactions.service';
import { ReadReceipts } from './reading/read-receipts.service';
import { RepeatedSends } from './sending/repeated-sends.service';
import { SendKeyUpkeep } from './sending/send-key-upkeep.service';
import { SubmessageClientEvents } from './polls/submessage.client-events';
import { Submessages } from './polls/submessages.service';
import { AutomaticTopicPolicies } from './user-topics/automatic-topic-policies.service';
import { TypingClientEvents } from './typing/typing.client-events';
import { Typing } from './typing/typing.service';
import { ReactionsController } from './reactions/reactions.controller';
import { SubmessagesController } from './polls/submessages.controller';
import { TypingController } from './typing/typing.controller';
import { AnswerRepository } from './message-views/answer.repository';
import { BotErrorNoticeRepository } from './sending/bot-error-notice.repository';
import { ReactionRepository } from './reactions/reaction.repository';
import { ReadReceiptRepository } from './reading/read-receipt.repository';
import { SendKeyRepository } from './sending/send-key.repository';
import { SubmessageRepository } from './polls/submessage.repository';

/** What goes with sending, and what people add to messages that are there. */
export const ANSWER_PROVIDERS = [
  AnswerRepository,
  AnsweredMessages,
  AnswersReactions,
  BotErrorNoticeRepository,
  BotErrorNotices,
  PostingRights,
  ReactionClientEvents,
  ReactionRepository,
  Reactions,
  ReadReceiptRepository,
  ReadReceipts,
  RepeatedSends,
  SendKeyRepository,
  SendKeyUpkeep,
  SubmessageClientEvents,
  SubmessageRepository,
  Submessages,
  AutomaticTopicPolicies,
  Typing,
  TypingClientEvents,
];

export const ANSWER_CONTROLLERS = [ReactionsController, SubmessagesController, TypingController];
