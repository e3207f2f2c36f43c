/** The log-in page, and where to go on to afterwards. */
export function loginPath(from?: string): string {
  const login = '/pages/login/login';
  return from === undefined || from === '/' || from.startsWith('/pages/login/')
    ? login
    : `${login}?to=${encodeURIComponent(from)}`;
}

/** Where to go after logging in: a page of this app, never an address of another's. */
export function returnPath(search: string): string {
  const to = new URLSearchParams(search).get('to');
  return to !== null && /^\/[^/\\]/.test(to) && !to.startsWith('/pages/login/') ? to : '/';
}
