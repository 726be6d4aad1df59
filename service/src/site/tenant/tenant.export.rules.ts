/** Exclusions of a site's export: keys and passwords, and for the operator resident data. */
import type { TenantTable } from './tenant.deletion.tables.ts'

/** Tables that contain only keys, tickets and signs of life. */
const WITHOUT = new Set([
  'file_key',
  'first_steps_hidden',
  'invitation',
  'live_ticket',
  'oidc_session',
  'push_registration',
  'reset_code',
  'ringer_address',
  'session',
  'site_key',
  'tenant_deletion',
  'tenant_export',
])

/** Resident data: SUPER_ADMIN may not see it. */
const OF_RESIDENTS = new Set(['accident', 'accident_step', 'resident', 'resident_consent', 'stay'])

/** Columns with secrets, by table. */
const SECRET_COLUMNS: Record<string, readonly string[]> = {
  agent: ['key_hash', 'previous_key_hash', 'registration_hash'],
  app_user: ['password_hash', 'pin_hash'],
  camera: ['password_sealed'],
  contact: ['header_sealed'],
  external_system: ['auth_key', 'previous_auth_key'],
  // E-mails contain links and codes.
  mail_message: ['body'],
  oidc_provider: ['client_secret', 'sign_in_key'],
  passkey: ['credential_id', 'public_key'],
  ringer: ['token'],
  second_factor: ['secret', 'recovery_hashes'],
  service_account: ['token_hash'],
  webhook: ['url', 'secret', 'previous_secret'],
  // Answers of other systems, and names of residents.
  webhook_delivery: ['body', 'answer'],
}

/** Whether the table is part of an export; `isWhole`: including resident data. */
export function isExported(table: string, isWhole: boolean): boolean {
  return !WITHOUT.has(table) && (isWhole || !OF_RESIDENTS.has(table))
}

export function exportedColumns({ name, columns }: Pick<TenantTable, 'name' | 'columns'>): string[] {
  const secret = SECRET_COLUMNS[name] ?? []
  return columns.filter((column) => !secret.includes(column))
}
