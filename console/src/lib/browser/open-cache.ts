/** The browser's store of answers, which pages and the service worker share. */

/** Null where the browser keeps nothing: on a full disk, or without TLS. */
export function openCache(name: string): Promise<Cache | null> {
  return 'caches' in globalThis ? caches.open(name).catch(() => null) : Promise.resolve(null)
}
