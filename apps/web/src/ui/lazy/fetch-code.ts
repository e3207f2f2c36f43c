/** Time limit of one try to load code. */
const codeTimeoutMs = 120_000;

/** Time limit for the server to respond. */
const answerMs = 5000;

async function within<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the code didn’t come in time')), codeTimeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Loads code on demand, with one retry. @throws if both tries fail; a later call may succeed */
export const fetchCode = <T>(load: () => Promise<T>): Promise<T> => within(load()).catch(() => within(load()));

/** True if the missing code is gone for good: the server responds, so a deployment removed it, and the app must be reloaded. */
export const isGone = (): Promise<boolean> =>
  fetch('/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(answerMs) }).then(
    ({ ok }) => ok,
    () => false,
  );

function forgetStyle({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.remove();
}

/** Removes style sheets that failed to load: the build's loader takes a link in the page for a loaded one and wouldn't retry. Call once at start. */
export const forgetFailedStyles = (): void => document.addEventListener('error', forgetStyle, { capture: true });
