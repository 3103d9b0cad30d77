/** Drawn for this client, on a grid of 24. */
const PATHS = {
  inbox: 'M4 13h4l2 3h4l2-3h4M4 13l3-8h10l3 8v6H4z',
  clock: 'M12 7v5l3 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  list: 'M5 6h14M5 12h14M5 18h9',
  at: 'M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0zm0 0c0 2 1 3 2.5 3S21 14 21 12a9 9 0 1 0-3.5 7',
  star: 'M12 4l2.5 5 5.5.8-4 3.9 1 5.5-5-2.6-5 2.6 1-5.5-4-3.9 5.5-.8z',
  hash: 'M9 4L7 20M17 4l-2 16M4.5 9h16M3.5 15h16',
  lock: 'M7 11V8a5 5 0 0 1 10 0v3M6 11h12v9H6z',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  plus: 'M12 5v14M5 12h14',
  send: 'M5 12l15-7-5 15-3-6z',
  down: 'M12 5v14M6 13l6 6 6-6',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l4.5 4.5',
  smile: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8.5 14c1 1.5 2 2 3.5 2s2.5-.5 3.5-2M9 9.5v.5M15 9.5v.5',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  pencil: 'M5 19l1-4L16 5l3 3L9 18z',
  chevron: 'M9 6l6 6-6 6',
} as const;

export type IconName = keyof typeof PATHS;

export const Icon = ({ name }: { name: IconName }) => (
  <svg viewBox="0 0 24 24" width="1.25em" height="1.25em" aria-hidden="true" focusable="false">
    <path
      d={PATHS[name]}
      fill="none"
      stroke="currentColor"
      stroke-width={name === 'more' ? 3 : 1.75}
      stroke-linecap="round"
      stroke-linejoin="round"
    />
  </svg>
);
