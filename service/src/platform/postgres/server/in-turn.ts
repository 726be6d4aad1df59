/** Changes of rows that the whole server shares: roles and their settings. */
import { setTimeout as wait } from 'node:timers/promises'

/** A row that both change, or that both make first. */
const COLLIDED = /tuple concurrently (updated|deleted)|unique constraint "pg_\w+"|role "\w+" already exists/
const TRIES = 20
const LONGEST_WAIT_MS = 50

/**
 * Repeats `statement` when PostgreSQL refuses it for another session's change of the same row. PostgreSQL does not queue
 * these changes, and the migrations' lock is one database's: instances of two databases on a server start at the same time.
 */
export async function inTurn<T>(statement: () => PromiseLike<T>): Promise<T> {
  for (let left = TRIES; ; left--) {
    try {
      return await statement()
    } catch (error) {
      if (left === 1 || !COLLIDED.test((error as Error).message)) throw error
      await wait(Math.random() * LONGEST_WAIT_MS)
    }
  }
}
