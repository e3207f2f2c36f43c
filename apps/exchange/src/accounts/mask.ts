/** `anna.novak@mail.example` → `a***k@mail.example`: enough to recognise one's own. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at);
  const last = local.length > 2 ? local.slice(-1) : '';
  return `${local.slice(0, 1)}***${last}${email.slice(at)}`;
}

/** `+8613800138000` → `+86***8000`. */
export function maskPhone(phone: string): string {
  return `${phone.slice(0, 3)}***${phone.slice(-Math.min(4, phone.length - 5))}`;
}
