/** Parts to cut from the end of an order's text, in this order: after a dot or an arrow, the last word, after a colon. */
const ends = [/ [·→] [^·→]*$/, / [^ ]*$/, /(?<=[:：]).+$/];

/** Returns an order's text and ever shorter versions of it. Words and numbers stay whole. */
export function textsOf(text: string): readonly string[] {
  const end = ends.find((each) => each.test(text));
  const whole = text.replace(/[:：]$/, '');
  return end === undefined ? [whole] : [whole, ...textsOf(text.replace(end, ''))];
}
