/** Work that one program at a time does on a database, whichever machine it runs on. */
import { connect } from './postgres-url.ts'

/** Arbitrary numbers that no other lock uses. */
export const LOCKS = { upgrade: 7_246_002, backup: 7_246_003 }

/**
 * Runs `work` while holding the lock on this database; `onWait` is called once if another program holds it. A program
 * that ends, in any way, releases it. Rethrows errors of `work`.
 */
export async function withAdvisoryLock<T>(
  adminUrl: string,
  lock: number,
  onWait: () => void,
  work: () => Promise<T>,
): Promise<T> {
  const client = connect(adminUrl, { max: 1, idle_timeout: 0, max_lifetime: null, onnotice: () => {} })
  try {
    const [row] = await client<{ is: boolean }[]>`select pg_try_advisory_lock(${lock}) as is`
    if (!row!.is) {
      onWait()
      await client`select pg_advisory_lock(${lock})`
    }
    return await work()
  } finally {
    await client.end({ timeout: 1 })
  }
}
