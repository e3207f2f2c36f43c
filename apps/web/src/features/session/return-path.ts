/** The log-in page with the path to continue to. */
export function loginPath(from?: string): string {
  const login = '/pages/login/login';
  return from === undefined || from === '/' || from.startsWith('/pages/login/')
    ? login
    : `${login}?to=${encodeURIComponent(from)}`;
}

/** The path to open after log-in: a page of this app, never another site. */
export function returnPath(search: string): string {
  const to = new URLSearchParams(search).get('to');
  return to !== null && /^\/[^/\\]/.test(to) && !to.startsWith('/pages/login/') ? to : '/';
}
