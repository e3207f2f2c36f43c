/** The code of the newest mail that has one: a notice without a code may arrive after it. */
export function newestCode(mails: readonly { readonly code?: string | undefined }[]): string {
  return mails.find(({ code }) => code !== undefined)?.code ?? '';
}
