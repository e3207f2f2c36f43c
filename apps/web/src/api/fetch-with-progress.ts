/** Works like `fetch` for one plain request, and reports upload progress, which `fetch` can't. */
export function fetchWithProgress(onProgress: (share: number) => void): typeof fetch {
  return async (input, init = {}) => {
    const request = new XMLHttpRequest();
    request.open(init.method ?? 'GET', input instanceof Request ? input.url : input);
    for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    });
    return new Promise((resolve, reject) => {
      const { signal } = init;
      const abort = (): void => {
        request.abort();
        reject(signal?.reason instanceof Error ? signal.reason : new DOMException('aborted', 'AbortError'));
      };
      if (signal?.aborted) {
        abort();
        return;
      }
      signal?.addEventListener('abort', abort, { once: true });
      request.addEventListener('load', () => resolve(new Response(request.responseText, { status: request.status })));
      request.addEventListener('error', () => reject(new TypeError('no connection')));
      request.send(init.body instanceof FormData || typeof init.body === 'string' ? init.body : null);
    });
  };
}
