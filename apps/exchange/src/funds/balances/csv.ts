const number = /^-?\d+(\.\d+)?$/;
/** What a spreadsheet may take for a formula, where it stands first. */
const formula = /^[=+\-@\t\r]/;

/** One line of a CSV file (RFC 4180). A text that a spreadsheet would calculate is defused by an apostrophe. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(text: string): string {
  const safe = formula.test(text) && !number.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
