import { signatureOf } from './signed-parts.ts';
import { repeated, spoils, withPart, type Spoil } from './spoil.ts';

const { wrong = [], changed = [] } = spoils;

/** Signs the parameters in the order of arrival instead of by name. */
const unsorted: Spoil = (parts, { key, random }) => {
  const all = [...parts.query, `apiKey=${parts.apiKey}`].toSorted().toReversed();
  const first = all.splice(random.below(all.length), 1);
  return { ...parts, signature: signatureOf(key, [...all, ...first].join('&')) };
};

/** Sends a parameter twice; the second one has another value. */
const repeatedOtherwise: Spoil = (parts, tools) => {
  const { query } = withPart((part) => `${part}1`)(parts, tools);
  return { ...parts, query: [...parts.query, ...query.filter((part) => !parts.query.includes(part))] };
};

/** The same ways for the WebSocket API, whose parameters have no order and no encoding. */
export const socketSpoils: typeof spoils = {
  ...spoils,
  wrong: [...wrong, (parts) => ({ ...parts, apiKey: '', signature: null })],
  reordered: [unsorted],
  // One that is repeated as it is says the same.
  changed: [...changed.filter((spoil) => spoil !== repeated), repeatedOtherwise],
};
