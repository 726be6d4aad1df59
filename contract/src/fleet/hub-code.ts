/** One text with all values that a new hub needs, to paste or to scan. No zod here. Requirement HUB-03. */

const SCHEME = 'mimamori-hub:'

/** `mimamori-hub:https://mimamori.example#mmh_…`; `service` without a trailing slash. */
export function hubCode(service: string, key: string): string {
  return `${SCHEME}${service}#${key}`
}

/** Returns null if the text is not such a code; service and key are validated where they are used. */
export function readHubCode(text: string): { service: string; key: string } | null {
  if (!text.startsWith(SCHEME)) return null
  const [service = '', key = ''] = text.slice(SCHEME.length).split('#')
  return { service, key }
}
