/** A message of a channel, with its number in it. */
export function push(channel: string, seq: number, data: unknown): string {
  return JSON.stringify({ channel, seq, data });
}
