/** Push services of the browsers: Chrome and Edge on Android, Firefox, Edge on Windows, Safari. */
export const knownPushServices: readonly string[] = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  '*.push.apple.com',
];

/**
 * True if an endpoint, which any customer can send, belongs to a listed service: `host` and `*.host` over https on its standard port, or exactly an origin such as
 * `http://127.0.0.1:9000`. The server sends requests to no other address that a customer gives.
 */
export function isOfService(endpoint: string, services: readonly string[]): boolean {
  const url = URL.parse(endpoint);
  if (url === null || url.username !== '' || url.password !== '') return false;
  return services.some((service) => {
    if (service.includes('://')) return url.origin === service;
    if (url.protocol !== 'https:' || url.port !== '') return false;
    return service.startsWith('*.') ? url.hostname.endsWith(service.slice(1)) : url.hostname === service;
  });
}
