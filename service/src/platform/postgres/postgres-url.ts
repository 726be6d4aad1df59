/** URLs of PostgreSQL, including those of a unix socket: `postgres://user:password@localhost/name?host=/folder`. */
import postgres from 'postgres'

/** Opens a postgres.js client for such a URL; psql and other libpq programs accept the same form. */
export function connect(url: string, options: postgres.Options<Record<string, postgres.PostgresType>>): postgres.Sql {
  const address = new URL(url)
  const folder = socketFolderOf(address)
  if (folder === null) return postgres(url, options)
  address.searchParams.delete('host')
  return postgres(address.href, { ...options, path: `${folder}/.s.PGSQL.${address.port || 5432}` })
}

/** Folder of the server's unix socket; null for a network address. */
export function socketFolderOf(address: URL): string | null {
  const folder = address.searchParams.get('host')
  return folder?.startsWith('/') ? folder : null
}

/** The same server and options, with another account or database. */
export function withParts(url: string, parts: { user?: string; password?: string; database?: string }): string {
  const address = new URL(url)
  if (parts.user !== undefined) address.username = encodeURIComponent(parts.user)
  if (parts.password !== undefined) address.password = encodeURIComponent(parts.password)
  if (parts.database !== undefined) address.pathname = `/${encodeURIComponent(parts.database)}`
  return address.href
}

/** A quoted identifier, for names with any characters. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
