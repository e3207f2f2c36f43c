import type { PrivateChannel } from '@fft/client';
import { appStream, firstDrawing } from '../../api/connection/index.ts';

/** Between two questions while the stream is gone. */
const pollMs = 2500;

export interface Freshness {
  /** Asks at once. */
  readonly again: () => void;
  readonly end: () => void;
}

interface FreshOptions {
  /** The first page is drawn with what is known already. */
  readonly isKnown?: boolean;
  /** The private channel that tells what changes after the load. It is joined later than the stream is there, and can be refused. */
  readonly channel?: PrivateChannel | undefined;
}

/**
 * Loads at once, again whenever the stream is back (what it said meanwhile is lost), and every few seconds while it is gone.
 * A page that nobody sees doesn't ask. `load` takes in its own failures.
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
  const afterDrawing = (): void => void firstDrawing.then(() => ended.signal.aborted || again());
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
