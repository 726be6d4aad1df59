/** Which servers will do. */
import type postgres from 'postgres'

/**
 * As in `server_version_num`: the oldest version that Debian's stable releases and clouds still offer, and that tests
 * run on.
 */
const OLDEST = 150_000

/** The server's version in words. Throws an Error in words for a server that is too old. */
export async function requireServer(client: postgres.Sql): Promise<string> {
  const [row] = await client<{ version: string; number: number }[]>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number`
  if (row!.number >= OLDEST) return row!.version
  throw new Error(`PostgreSQL ${OLDEST / 10_000} or newer is needed; this is ${row!.version}.`)
}
