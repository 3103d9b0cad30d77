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
  sliders: 'M4 7h8M18 7h2M15 4.5v5M4 17h2M12 17h8M9 14.5v5',
  pencil: 'M5 19l1-4L16 5l3 3L9 18z',
  bold: 'M8 5h5a3.5 3.5 0 0 1 0 7H8zM8 12h6a3.5 3.5 0 0 1 0 7H8z',
  italic: 'M10 5h7M7 19h7M14 5l-4 14',
  strike: 'M5 12h14M16 8c-.5-2-2-3-4-3-2.5 0-4 1.3-4 3M8 16c.5 2 2 3 4 3 2.5 0 4-1.3 4-3',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  code: 'M9 8l-4 4 4 4M15 8l4 4-4 4',
  quote: 'M5 5v14M9 8h10M9 12h10M9 16h6',
  numbers: 'M10 6h9M10 12h9M10 18h9M5 5v3M4 17h2l-2 3h2',
  bell: 'M6 16v-5a6 6 0 0 1 12 0v5l2 2H4zM10 21h4',
  eye: 'M3 12c3-5 6-7 9-7s6 2 9 7c-3 5-6 7-9 7s-6-2-9-7zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  clip: 'M19 11l-7.5 7.5a4 4 0 0 1-6-6L13 5a2.7 2.7 0 0 1 4 4l-7.5 7.5a1.3 1.3 0 0 1-2-2L14 8',
  note: 'M6 4h8l4 4v12H6zM14 4v4h4M9 12h6M9 16h4',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  play: 'M8 5l11 7-11 7z',
  check: 'M5 13l4 4L19 7',
  chevron: 'M9 6l6 6-6 6',
} as const;

export type IconName = keyof typeof PATHS;

/** Those that point onwards or show where lines begin, which is the other side in pages from right to left. */
const DIRECTED: readonly IconName[] = ['chevron', 'send', 'list', 'quote'];

export const Icon = ({ name }: { name: IconName }) => (
  <svg
    viewBox="0 0 24 24"
    width="1.25em"
    height="1.25em"
    aria-hidden="true"
    focusable="false"
    data-directed={DIRECTED.includes(name) || undefined}
  >
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
