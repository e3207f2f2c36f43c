import type { PrivateChannel } from '@fft/client';
import { appStream } from '../../api/connection/index.ts';
import { firstPaint } from '../../lib/first-paint.ts';

/** Interval of reads while the stream is closed. */
const pollMs = 2500;

export interface Freshness {
  /** Reads immediately. */
  readonly again: () => void;
  readonly end: () => void;
}

interface FreshOptions {
  /** The first page is rendered with known data, so the first read can wait for it. */
  readonly isKnown?: boolean;
  /** The private channel that pushes later changes. It is joined after the stream opens, and may be refused. */
  readonly channel?: PrivateChannel | undefined;
}

/**
 * Loads immediately, again whenever the stream reopens (pushes in between are lost), and every few seconds while it is closed.
 * A hidden page doesn't load. `load` handles its own failures.
 */
export function keepFresh(
  load: (signal: AbortSignal) => Promise<void>,
  { isKnown = false, channel }: FreshOptions = {},
): Freshness {
  const ended = new AbortController();
  const stream = appStream();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let due = false;

  const isLive = (): boolean => (channel === undefined ? stream.state === 'live' : stream.isJoined(channel));

  function later(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), pollMs);
  }

  async function run(): Promise<void> {
    clearTimeout(timer);
    if (running) {
      due = true;
      return;
    }
    running = true;
    if (!document.hidden) await load(ended.signal);
    running = false;
    if (ended.signal.aborted) return;
    if (due) {
      due = false;
      void run();
    } else if (!isLive()) later();
  }

  const again = (): void => void run();
  const onVisible = (): void => {
    if (!document.hidden) again();
  };
  const afterDrawing = (): void => void firstPaint.then(() => ended.signal.aborted || again());
  const leaveState = stream.onState((state) => (state === 'offline' || isLive() ? afterDrawing() : later()));
  const leaveJoined = stream.onJoined((joined) => {
    if (channel !== undefined && joined.includes(channel)) afterDrawing();
  });
  document.addEventListener('visibilitychange', onVisible);
  if (isKnown) afterDrawing();
  else again();
  return {
    again,
    end() {
      ended.abort();
      clearTimeout(timer);
      leaveState();
      leaveJoined();
      document.removeEventListener('visibilitychange', onVisible);
    },
  };
}
