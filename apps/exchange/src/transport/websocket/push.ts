/** Serializes a message of a channel with its sequence number. */
export function push(channel: string, seq: number, data: unknown): string {
  return JSON.stringify({ channel, seq, data });
}
