/** Addresses of PostgreSQL, also those of a unix socket: `postgres://user:password@localhost/name?host=/folder`. */
import postgres from 'postgres'

/** Opens a client of postgres.js for such an address; psql and other libpq programs take the same form. */
export function connect(url: string, options: postgres.Options<Record<string, postgres.PostgresType>>): postgres.Sql {
  const address = new URL(url)
  const folder = address.searchParams.get('host')
  if (!folder?.startsWith('/')) return postgres(url, options)
  address.searchParams.delete('host')
  return postgres(address.href, { ...options, path: `${folder}/.s.PGSQL.${address.port || 5432}` })
}

/** The same server and options, another account or database. */
export function withParts(url: string, parts: { user?: string; password?: string; database?: string }): string {
  const address = new URL(url)
  if (parts.user !== undefined) address.username = encodeURIComponent(parts.user)
  if (parts.password !== undefined) address.password = encodeURIComponent(parts.password)
  if (parts.database !== undefined) address.pathname = `/${encodeURIComponent(parts.database)}`
  return address.href
}

/** A name as PostgreSQL takes it, whatever letters it has. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
