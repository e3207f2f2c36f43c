/** Equal to the server's limit. The server counts calls, and the console polls by itself, so the console must watch too. */
const idleMs = 15 * 60_000;
const checkEveryMs = 5000;
const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

/** Calls back once after 15 minutes without activity. Returns a function that stops watching. */
export function watchIdle(target: EventTarget, onIdle: () => void): () => void {
  let last = Date.now();
  const touch = (): void => {
    last = Date.now();
  };
  const timer = setInterval(() => {
    if (Date.now() - last < idleMs) return;
    stop();
    onIdle();
  }, checkEveryMs);
  function stop(): void {
    clearInterval(timer);
    for (const sign of activityEvents) target.removeEventListener(sign, touch);
  }
  for (const sign of activityEvents) target.addEventListener(sign, touch, { passive: true });
  return stop;
}
