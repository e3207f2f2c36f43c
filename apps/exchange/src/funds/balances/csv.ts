const number = /^-?\d+(\.\d+)?$/;
/** Matches a text that a spreadsheet may read as a formula. */
const formula = /^[=+\-@\t\r]/;

/** Formats one line of a CSV file (RFC 4180). An apostrophe keeps spreadsheets from calculating a text. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(text: string): string {
  const safe = formula.test(text) && !number.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
