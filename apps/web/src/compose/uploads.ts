import { useEffect, useRef, useState } from 'preact/hooks';
import { useClient } from '../app/client';
import { t } from '../i18n';
import { failureWords } from '../server/refusal';
import type { Conversation } from '../links/narrow';

export interface RunningUpload {
  readonly key: number;
  readonly name: string;
  /** In the text, where the link will be. */
  readonly mark: string;
  /** From 0 to 1. */
  readonly part: number;
  /** What went wrong; `null`: nothing. */
  readonly failure: string | null;
  cancel(): void;
}

interface Uploads {
  readonly running: readonly RunningUpload[];
  start(files: readonly File[]): void;
  /** The text without the marks of what is under way. */
  withoutMarks(text: string): string;
}

interface Options {
  /** What is under way ends with the form: there is no text for its link any more. */
  readonly endWithForm?: boolean;
}

const BYTES_OF_MIB = 1_048_576;

/** Sends files, with a mark in the text where each link will be. @param change replaces a part of the text that was written there */
export function useUploads(
  conversation: Conversation | null,
  insert: (mark: string) => void,
  change: (conversation: Conversation | null, mark: string, link: string) => void,
  { endWithForm = false }: Options = {},
): Uploads {
  const { store, writing } = useClient();
  const [running, setRunning] = useState<readonly RunningUpload[]>([]);
  const keys = useRef(0);
  const formEnded = useRef(new AbortController());
  useEffect(() => () => formEnded.current.abort(), []);
  const update = (key: number, news: Partial<RunningUpload>) =>
    setRunning((all) => all.map((one) => (one.key === key ? { ...one, ...news } : one)));
  const remove = (key: number) => setRunning((all) => all.filter((one) => one.key !== key));

  const startOne = (file: File) => {
    const key = keys.current++;
    const ended = new AbortController();
    const most = store.organization.get('max_file_upload_size_mib');
    const isTooLarge = file.size > most * BYTES_OF_MIB;
    const mark = `[${t.uploading(nameFor(file))}]()`;
    const entry = { key, name: nameFor(file), mark, part: 0, failure: null };
    const signal = endWithForm ? AbortSignal.any([ended.signal, formEnded.current.signal]) : ended.signal;
    const cancel = () => {
      ended.abort();
      remove(key);
      change(conversation, mark, '');
    };
    setRunning((all) => [...all, { ...entry, failure: isTooLarge ? t.tooLarge(most) : null, cancel }]);
    if (isTooLarge) return;
    insert(mark);
    writing.upload(file, { signal, onProgress: (part) => update(key, { part }) }).then(
      (url) => {
        change(conversation, mark, `[${nameFor(file)}](${url})`);
        remove(key);
      },
      async (error: unknown) => {
        if (signal.aborted) return;
        change(conversation, mark, '');
        update(key, { failure: (await failureWords(error)) || t.notReached });
      },
    );
  };
  const withoutMarks = (text: string): string =>
    running.reduce((rest, { mark }) => rest.replace(`${mark}\n`, '').replace(mark, ''), text);
  return { running, start: (files) => files.forEach(startOne), withoutMarks };
}

/** Brackets would end the link. */
const nameFor = ({ name }: File): string => name.replace(/[[\]]/g, '_');
