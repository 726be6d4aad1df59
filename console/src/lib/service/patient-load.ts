/** Code that must come, however long the service is out of reach. */
const TRY_AGAIN_MS = 5000

/** Asks again and again: a page without what it loads here would be silent about a fall. */
export async function patiently<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS))
    }
  }
}
