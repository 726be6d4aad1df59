/** Passwords on the wire: base64 of UTF-8, as the description has it. No secrecy, only a form. */

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** The password in base64 of UTF-8; null when it is not exactly that. */
export function decodePassword(encoded: string): string | null {
  if (!BASE64.test(encoded)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(encoded, 'base64'))
  } catch {
    return null
  }
}
