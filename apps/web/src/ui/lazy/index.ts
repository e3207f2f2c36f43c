export { fetchCode, forgetFailedStyles, isGone } from './fetch-code.ts';
export { lateContent } from './late-content.tsx';
export { latePart, lateSheet } from './late-part.tsx';
export { untilThere } from './until-there.ts';
