/** The emoji names of emoticons, for authors who turned the conversion on. */
export const EMOTICONS: ReadonlyMap<string, string> = new Map([
  [':)', 'smile'],
  ['(:', 'smile'],
  [':(', 'frown'],
  ['<3', 'heart'],
  [':|', 'expressionless'],
  [':/', 'confused'],
  [';)', 'wink'],
  [':D', 'grinning'],
  [':P', 'stuck_out_tongue'],
  [':p', 'stuck_out_tongue'],
  [':o', 'open_mouth'],
  [":'(", 'cry'],
]);
