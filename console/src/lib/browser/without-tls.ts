/** What pages without TLS lack in a browser, made up for. */

/** A UUID of version 4, also where `crypto.randomUUID` is missing: on pages without TLS. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Null where the browser keeps nothing: on a full disk, or without TLS. */
export function openCache(name: string): Promise<Cache | null> {
  return 'caches' in globalThis ? caches.open(name).catch(() => null) : Promise.resolve(null)
}
