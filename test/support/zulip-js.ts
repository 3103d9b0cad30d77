type Call<T = object> = (parameters?: object) => Promise<T & { result: string; msg: string; code?: string }>;

/** What the package exports: it has no types. */
interface Client {
  callEndpoint(path: string, method?: string, parameters?: object): ReturnType<Call<Record<string, unknown>>>;
  accounts: { retrieve: Call<{ api_key: string }> };
  queues: { register: Call<{ queue_id: string; last_event_id: number }>; deregister: Call };
  events: { retrieve: Call<{ events: { id: number; type: string; message?: { id: number } }[] }> };
  messages: {
    send: Call<{ id: number }>;
    retrieve: Call<{ messages: { id: number; content: string; flags: string[] }[] }>;
    render(content: string | object): Promise<{ rendered: string }>;
    update: Call;
    getById: Call<{ raw_content: string; message: { id: number; content: string; reactions: object[] } }>;
    getHistoryById: Call<{ message_history: { content: string; topic: string }[] }>;
    deleteReactionById: Call;
    deleteById: Call;
    flags: { add: Call<{ messages: number[] }>; remove: Call<{ messages: number[] }> };
  };
  reactions: { add: Call; remove: Call };
  typing: { send: Call };
  server: { settings: Call<Record<string, unknown>> };
  filters: { retrieve: Call<{ filters: unknown[] }> };
  emojis: { retrieve: Call<{ emoji: object }> };
  streams: {
    retrieve: Call<{ streams: { name: string; stream_id: number }[] }>;
    getStreamId(name: string | object): Promise<{ stream_id: number }>;
    deleteById: Call;
    topics: { retrieve: Call<{ topics: { name: string; max_id: number }[] }> };
    subscriptions: { retrieve: Call<{ subscriptions: { name: string }[] }> };
  };
  users: {
    retrieve: Call<{ members: { full_name: string }[] }>;
    create: Call<{ user_id: number }>;
    me: {
      getProfile(): Promise<{ user_id: number }>;
      pointer: { retrieve: Call; update(id: number): ReturnType<Call> };
      alertWords: { retrieve: Call<{ alert_words: string[] }> };
      subscriptions: { add: Call<{ subscribed: Record<string, string[]> }>; remove: Call<{ removed: string[] }> };
    };
  };
}

// The package of npm: no types, no changes.
// eslint-disable-next-line @typescript-eslint/no-require-imports
export const zulip = require('zulip-js') as (configuration: object) => Promise<Client>;
