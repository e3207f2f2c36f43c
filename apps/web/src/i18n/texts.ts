/** The texts of one area in both languages. A key that only one of them has is a type error. */
export interface Texts<Catalogue> {
  readonly zh: Catalogue;
  readonly en: Catalogue;
}

export function defineTexts<Catalogue>(texts: {
  readonly zh: Catalogue;
  readonly en: NoInfer<Catalogue>;
}): Texts<Catalogue> {
  return texts;
}
