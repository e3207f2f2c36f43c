/**
 * An instant in a text of the exchange: `2026-11-30 11:25 UTC`. The form is fixed, so that a reader's app finds it and shows the reader's own time instead;
 * where no zone is known, as in mails, it is read as it is.
 */
export function writeInstant(time: number, precision: 'minute' | 'second' = 'minute'): string {
  return `${new Date(time)
    .toISOString()
    .slice(0, precision === 'minute' ? 16 : 19)
    .replace('T', ' ')} UTC`;
}

const form = /(?<!\d)(\d{4}-\d\d-\d\d) (\d\d:\d\d)(:\d\d)? UTC\b/g;

/** The text with each of its instants written by `write`. What has the form but isn't a time stays. */
export function mapInstants(text: string, write: (time: number, precision: 'minute' | 'second') => string): string {
  return text.replaceAll(form, (whole: string, day: string, minute: string, second?: string) => {
    const time = Date.parse(`${day}T${minute}${second ?? ':00'}Z`);
    return Number.isNaN(time) ? whole : write(time, second === undefined ? 'minute' : 'second');
  });
}
