/** The most specific first: nearly all of them also claim to be Safari and Mozilla. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger\//, 'WeChat'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/Version\/.*Safari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

const firstOf = (userAgent: string, known: readonly (readonly [RegExp, string])[]): string | undefined =>
  known.find(([pattern]) => pattern.test(userAgent))?.[1];

/** Short name of a user agent: `Chrome · macOS`. An unknown one is returned unchanged; null if there is none. */
export function deviceName(userAgent: string): string | null {
  const parts = [firstOf(userAgent, browsers), firstOf(userAgent, systems)].filter((part) => part !== undefined);
  if (parts.length > 0) return parts.join(' · ');
  const text = userAgent.trim();
  return text === '' ? null : text.slice(0, 40);
}

/** True for a mobile device. */
export function isPhone(userAgent: string): boolean {
  return /iPhone|Android|Mobile/.test(userAgent);
}
