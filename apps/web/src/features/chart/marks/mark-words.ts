/** What an order's text may lose at its end, the least important first: what follows a dot or an arrow, then whole words. */
const ends = [/ [·→] [^·→]*$/, / [^ ]*$/, /(?<=[:：]).+$/];

/** An order's text, and ever shorter beginnings of it. No word and no number is cut. */
export function textsOf(text: string): readonly string[] {
  const end = ends.find((each) => each.test(text));
  const whole = text.replace(/[:：]$/, '');
  return end === undefined ? [whole] : [whole, ...textsOf(text.replace(end, ''))];
}
