/** One text for everything that a new hub needs: to paste, or to scan. No zod here. Requirement HUB-03. */

const SCHEME = 'mimamori-hub:'

/** `mimamori-hub:https://mimamori.example#mmh_…`; `service` without a slash at its end. */
export function hubCode(service: string, key: string): string {
  return `${SCHEME}${service}#${key}`
}

/** Null when the text is no such code; whether service and key are good is checked where they are used. */
export function readHubCode(text: string): { service: string; key: string } | null {
  if (!text.startsWith(SCHEME)) return null
  const [service = '', key = ''] = text.slice(SCHEME.length).split('#')
  return { service, key }
}
