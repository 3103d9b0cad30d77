import { useState } from 'preact/hooks';
import type { Placeholder } from '../app/composer';
import type { Conversation } from '../links/narrow';

interface Awaiting {
  /** A part of the text is still a mark. */
  readonly isAwaiting: boolean;
  await(conversation: Conversation, part: Placeholder): void;
}

/** Parts of texts that come later than the rest, as the text of a message that is quoted. @param change as of uploads */
export function usePlaceholders(change: (conversation: Conversation, mark: string, text: string) => void): Awaiting {
  const [count, setCount] = useState(0);
  return {
    isAwaiting: count > 0,
    await: (conversation, { mark, text }) => {
      setCount((before) => before + 1);
      void text.then((words) => {
        change(conversation, mark, words);
        setCount((before) => before - 1);
      });
    },
  };
}
