/** How long code may take to come, before it is asked for once more. */
const codeTimeoutMs = 120_000;

/** As long as the server has to show that it is there. */
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

/** Loads code that comes when it is first wanted: asked for twice. @throws where it can't be had now; asked again later, it may */
export const fetchCode = <T>(load: () => Promise<T>): Promise<T> => within(load()).catch(() => within(load()));

/** Whether what can't be had is gone for good: our server answers, so a deployment took it away. Then the app has to be loaded anew. */
export const isGone = (): Promise<boolean> =>
  fetch('/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(answerMs) }).then(
    ({ ok }) => ok,
    () => false,
  );

function forgetStyle({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.remove();
}

/** Takes style sheets away that couldn't be had: the build's loader takes those that are named in the page for there, and wouldn't ask again. Called once at start. */
export const forgetFailedStyles = (): void => document.addEventListener('error', forgetStyle, { capture: true });
