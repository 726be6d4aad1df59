/** The items that a site's municipality adds to accident reports, for its administrators. Requirement REPORT-05. */
import { randomUUID } from 'node:crypto'
import type { AccidentForm, AccidentPlan, OwnItem } from '@mimamori/contract/care/accident-form.ts'
import type {
  AccidentSettings,
  AccidentSettingsForm,
  accidentSettingsEndpoints,
} from '@mimamori/contract/care/accident-settings.ts'
import type { Context, Handlers } from '#platform/context.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { fail } from '#platform/service-error.ts'
import { isSite } from '#shared/tenant-kind.ts'

export const accidentSettingsRoutes: Handlers<typeof accidentSettingsEndpoints> = {
  async 'accidentSettings.get'(context) {
    await requireSite(context)
    return readSettings(context.db)
  },

  async 'accidentSettings.save'(context, { body: { version, ...form } }) {
    const { db, audit, now } = context
    await requireSite(context)
    const before = await readSettings(db)
    const after = { isNumberForName: form.isNumberForName, ownItems: itemsOf(form, before) }
    if (!(await saveSettings(db, { ...after, version }, now))) throw fail('conflict')
    const { version: _version, ...shown } = before
    const details = { before: shown, after }
    await audit({ action: 'accident.save-settings', objectType: 'tenant', objectId: db.tenantId, details })
    return { ...after, version: version + 1 }
  },
}

/** An organization has no reports of its own. */
async function requireSite({ db }: Context): Promise<void> {
  if (!(await isSite(db, db.tenantId))) throw fail('site-needed')
}

/** A known id stays, so that answers in reports keep their item; any other one gets a new id. */
function itemsOf({ ownItems }: AccidentSettingsForm, before: AccidentSettings): OwnItem[] {
  const left = new Set(before.ownItems.map(({ id }) => id))
  return ownItems.map(({ id, ...item }) => ({ id: id && left.delete(id) ? id : randomUUID(), ...item }))
}

/** Reads the settings of the site that is written. */
async function readSettings(db: TenantDb): Promise<AccidentSettings> {
  const row = await db.first(sql<AccidentSettings>`
    select own_items as "ownItems", is_number_for_name as "isNumberForName", version
    from accident_setting where tenant_id = ${db.tenantId}`)
  return row ?? { ownItems: [], isNumberForName: false, version: 0 }
}

/** False: somebody changed them meanwhile. */
async function saveSettings(
  db: TenantDb,
  { ownItems, isNumberForName, version }: AccidentSettings,
  now: Date,
): Promise<boolean> {
  const items = JSON.stringify(ownItems)
  const changed = await (version === 0
    ? db.run(sql`
        insert into accident_setting (tenant_id, own_items, is_number_for_name, version, updated_at)
        values (${db.tenantId}, ${items}::jsonb, ${isNumberForName}, 1, ${now}) on conflict do nothing`)
    : db.run(sql`
        update accident_setting set own_items = ${items}::jsonb, is_number_for_name = ${isNumberForName},
          version = version + 1, updated_at = ${now}
        where tenant_id = ${db.tenantId} and version = ${version}`))
  return changed === 1
}

/** The plan of a report that is written now. An item that the site took away stays while the report answers it. */
export async function planNow(
  db: TenantDb,
  { kind, ownItems = [] }: Pick<AccidentPlan, 'kind'> & Partial<AccidentPlan>,
  { own }: Pick<AccidentForm, 'own'>,
): Promise<AccidentPlan> {
  const site = await readSettings(db)
  const isAnswered = ({ id }: OwnItem) => Boolean(own[id]?.trim()) && !site.ownItems.some((item) => item.id === id)
  return { kind, ownItems: [...site.ownItems, ...ownItems.filter(isAnswered)], isNumberForName: site.isNumberForName }
}

/** The form without answers to items that it does not have. */
export function fittedTo({ ownItems }: AccidentPlan, form: AccidentForm): AccidentForm {
  const own = ownItems.flatMap(({ id }) => (form.own[id] === undefined ? [] : [[id, form.own[id]]]))
  return { ...form, own: Object.fromEntries(own) }
}
