export { currentLang, setLang, textsNow, useLang, useTexts } from './locale.ts';
export { defineTexts, type Texts } from './texts.ts';
