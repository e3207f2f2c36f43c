/** The server's own limit: it counts calls, and the console makes some by itself. */
const idleMs = 15 * 60_000;
const lookEveryMs = 5000;
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

/** Tells once when nobody has touched the console for a quarter of an hour. Gives a way to stop watching. */
export function watchIdle(target: EventTarget, onIdle: () => void): () => void {
  let last = Date.now();
  const touch = (): void => {
    last = Date.now();
  };
  const timer = setInterval(() => {
    if (Date.now() - last < idleMs) return;
    stop();
    onIdle();
  }, lookEveryMs);
  function stop(): void {
    clearInterval(timer);
    for (const sign of signs) target.removeEventListener(sign, touch);
  }
  for (const sign of signs) target.addEventListener(sign, touch, { passive: true });
  return stop;
}
