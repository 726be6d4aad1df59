/** Errors that mean that the database is temporarily unavailable, whatever the statement. */
import { ServiceError } from '../service-error.ts'

/** SQLSTATE: the disk of the server is full. */
const DISK_FULL = '53100'
/**
 * The connection is lost, or must be abandoned because a new one may lead to another server: a lost connection (08), a
 * read-only server (25006: an unfinished failover), an ended session (25P03, 25P04, 57P), a rejected sign-in (28,
 * 3D000), no free connections (53300), and codes of the driver and of sockets.
 */
const LOST =
  /^(08[0-9A-Z]{3}|25006|25P0[34]|28[0-9A-Z]{3}|3D000|53300|57P0[1-5]|CONNECTION_\w+|CONNECT_TIMEOUT|PROTOCOL_\w+|E(CONN\w+|PIPE|NOENT|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_\w+))$/
/** The server lacks something: memory, locks, files (53), or its system fails it (58, XX001, XX002). */
const BROKEN = /^(53[0-9A-Z]{3}|58[0-9A-Z]{3}|XX00[12])$/
/** The statement waited for too long: for its end, or for a lock. */
const SLOW = /^(57014|55P03)$/

/** Whether the connection with this error must be abandoned. `code`: an SQLSTATE, or a code of driver or socket. */
export const isLost = (code: string): boolean => LOST.test(code)

/** Whether the database has no room to write. `code`: an SQLSTATE. */
export const isDiskFull = (code: string): boolean => code === DISK_FULL

/** The error for such a code: it is temporary, and a retry may succeed. Null for every other code. */
export function unavailableOf(code: string): ServiceError | null {
  if (isDiskFull(code)) return new ServiceError('database-full')
  return isLost(code) || BROKEN.test(code) || SLOW.test(code) ? new ServiceError('database-unavailable') : null
}
