/** At most `limit` code points: what is longer ends in `suffix`, which counts. */
export function truncate(text: string, limit: number, suffix: string): string {
  if (text.length <= limit) return text;
  const points = Array.from(text);
  return points.length <= limit ? text : points.slice(0, limit - suffix.length).join('') + suffix;
}
