import { AnsweredMessages } from './app/answered-messages';
import { AnswersReactions } from './app/answers.reactions';
import { LostBots } from './app/lost-bots.service';
import { PostingRights } from './app/posting-rights.service';
import { ReactionClientEvents } from './app/reaction.client-events';
import { Reactions } from './app/reactions.service';
import { ReadReceipts } from './app/read-receipts.service';
import { RepeatedSends } from './app/repeated-sends.service';
import { SendKeyUpkeep } from './app/send-key-upkeep';
import { SubmessageClientEvents } from './app/submessage.client-events';
import { Submessages } from './app/submessages.service';
import { TopicHabits } from './app/topic-habits.service';
import { TypingClientEvents } from './app/typing.client-events';
import { Typing } from './app/typing.service';
import { ReactionsController } from './http/reactions.controller';
import { SubmessagesController } from './http/submessages.controller';
import { TypingController } from './http/typing.controller';
import { AnswerRepository } from './store/answer.repository';
import { LostBotRepository } from './store/lost-bot.repository';
import { ReactionRepository } from './store/reaction.repository';
import { ReadReceiptRepository } from './store/read-receipt.repository';
import { SendKeyRepository } from './store/send-key.repository';
import { SubmessageRepository } from './store/submessage.repository';

/** What goes with sending, and what people add to messages that are there. */
export const ANSWER_PROVIDERS = [
  AnswerRepository,
  AnsweredMessages,
  AnswersReactions,
  LostBotRepository,
  LostBots,
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
  TopicHabits,
  Typing,
  TypingClientEvents,
];

export const ANSWER_CONTROLLERS = [ReactionsController, SubmessagesController, TypingController];
