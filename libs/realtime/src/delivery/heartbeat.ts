/** Gives a waiting request its heartbeat. */
export interface Heartbeat {
  readonly give: () => void;
  round: Round;
}

export interface Round {
  readonly dueAt: number;
  readonly timer: NodeJS.Timeout;
  readonly heartbeats: Set<Heartbeat>;
}
