export { setLang, textsNow, useLang, useTexts } from './locale.ts';
