/** Looks like a host: labels of letters, digits and hyphens with dots between, the last without digits alone; or four numbers. */
const hostLike =
  /(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+(?:\p{L}[\p{L}\p{N}-]*\p{L}|\p{L}{2,})|(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/gu;
/** Looks like an address on a chain: no word of a language is so long and has digits. */
const addressLike = /\b(?=[A-Za-z0-9]*\d)(?=[A-Za-z0-9]*[A-Za-z])[A-Za-z0-9]{25,}\b/g;
const hrefs = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi;

/**
 * Where a text can lead its reader besides the exchange: hosts of links, written out or hidden behind words, hosts without a link, hosts of mail addresses, and
 * addresses of chains. It finds rather too much: what looks like a host counts as one. `texts` are plain, or sanitised HTML.
 */
export function destinationsIn(texts: readonly string[], ownHosts: readonly string[]): readonly string[] {
  const found = new Set<string>();
  for (const text of texts) {
    const plain = unmasked(text);
    for (const [, double, single, bare] of plain.matchAll(hrefs)) {
      const target = (double ?? single ?? bare ?? '').replaceAll('&amp;', '&');
      const url = URL.parse(target, 'https://own.invalid');
      if (url === null || (url.host === '' && url.protocol !== 'mailto:')) found.add(target);
      else if (url.protocol === 'mailto:') found.add(url.pathname.split('@').at(-1) ?? target);
      else if (url.host !== 'own.invalid') found.add(url.host);
    }
    const words = plain.replace(/<[^>]*>/g, ' ');
    for (const [host] of words.matchAll(hostLike)) found.add(host.toLowerCase());
    for (const [address] of words.matchAll(addressLike)) found.add(address);
  }
  return [...found].filter((one) => !ownHosts.includes(one)).toSorted();
}

/** Full-width letters and dots become plain ones, and characters that nobody sees are left out: a link hides in neither. */
function unmasked(text: string): string {
  return text
    .replace(/&#x([0-9a-f]+);|&#(\d+);/gi, (_all, hex: string | undefined, decimal: string | undefined) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : ' ';
    })
    .normalize('NFKC')
    .replace(/(?<=[a-z0-9])[\u3002\uFF61](?=[a-z0-9])/gi, '.')
    .replace(/\p{Cf}/gu, '');
}

/** The exchange's own hosts: of its app, and those of the settings. */
export function ownHostsOf({
  publicUrl,
  ownHosts,
}: {
  readonly publicUrl: string | null;
  readonly ownHosts: readonly string[];
}): readonly string[] {
  const host = URL.parse(publicUrl ?? '')?.host;
  return host === undefined ? ownHosts : [host, ...ownHosts];
}
