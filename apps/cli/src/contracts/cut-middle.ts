/** Both ends stay: the first says what it is, the last what it is about. */
export function cutMiddle(text: string, most: number): string {
  const points = [...text];
  if (points.length <= most) return text;
  const end = Math.floor((most - 1) / 2);
  const start = most - 1 - end;
  return `${points.slice(0, start).join("")}…${end === 0 ? "" : points.slice(-end).join("")}`;
}
