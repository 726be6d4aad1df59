/** What the export of a site leaves out: keys and passwords, and for the operator what is about residents. */
import type { TenantTable } from './tenant.deletion.tables.ts'

/** Nothing but keys, tickets and signs of life. */
const WITHOUT = new Set([
  'file_key',
  'first_steps_hidden',
  'invitation',
  'live_ticket',
  'push_registration',
  'reset_code',
  'session',
  'site_key',
  'tenant_deletion',
  'tenant_export',
])

/** About residents: SUPER_ADMIN does not see them. */
const OF_RESIDENTS = new Set(['accident', 'accident_step', 'resident', 'resident_consent', 'stay'])

/** Columns that open something, by table. */
const SECRET_COLUMNS: Record<string, readonly string[]> = {
  agent: ['key_hash', 'previous_key_hash', 'registration_hash'],
  app_user: ['password_hash'],
  camera: ['password_sealed'],
  external_system: ['auth_key'],
  // Links and codes.
  mail_message: ['body'],
}

/** Whether the table is in an export; `isWhole`: with what is about residents. */
export function isExported(table: string, isWhole: boolean): boolean {
  return !WITHOUT.has(table) && (isWhole || !OF_RESIDENTS.has(table))
}

export function exportedColumns({ name, columns }: Pick<TenantTable, 'name' | 'columns'>): string[] {
  const secret = SECRET_COLUMNS[name] ?? []
  return columns.filter((column) => !secret.includes(column))
}
