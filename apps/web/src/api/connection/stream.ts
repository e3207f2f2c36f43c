import { createFeed, type Feed } from '@fft/client';
import { streamPath } from '@fft/contract';
import { config } from '../../brand.ts';
import { currentToken } from '../session/current-token.ts';
import { session } from '../session/session.ts';

function streamUrl(): string {
  const url = new URL(streamPath, config.host || window.location.origin);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}

let opened: Feed | null = null;

/** The app's only stream. It opens on first use and restarts when the session changes. */
export function appStream(): Feed {
  if (opened) return opened;
  const stream = createFeed({
    url: streamUrl(),
    token: currentToken,
    onProblem: (problem) => console.warn(`stream: ${problem.message}`),
  });
  let token = currentToken();
  session.onChange(() => {
    if (currentToken() === token) return;
    token = currentToken();
    stream.restart();
  });
  window.addEventListener('online', () => stream.restart());
  // The device may have slept, and the socket closed without an event.
  window.addEventListener('pageshow', () => stream.check());
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) stream.check();
  });
  opened = stream;
  return stream;
}
