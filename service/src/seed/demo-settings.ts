/**
 * Settings by the demo's administrators: escalation rules of the site with PRO, app settings of site and unit, and
 * their editors.
 */

import { BY_NIGHT, type Week, weekOf } from '@mimamori/contract/camera/week.ts'
import type { AppCode } from '@mimamori/contract/shared/apps.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { PEOPLE } from './demo-plan.ts'
import { demoId, SITES, tenantIdOf, unitIdOf, userIdOf } from './demo-rows.ts'

const SITE_CODE = 'sakura-no-sato'
const EDITOR = 'admin@sakura.example'

type Rule = {
  name: string
  minutes: number
  hours: Week | null
  people: readonly string[]
  units: readonly string[]
  /** The apps of the site's cameras to whose alerts the rule applies. */
  apps: readonly AppCode[]
}

const RULES: readonly Rule[] = [
  {
    name: '夜間の転倒 Falls at night',
    minutes: 3,
    hours: BY_NIGHT,
    people: ['kenta.takahashi@sakura.example', 'mayumi.sasaki@sakura.example', EDITOR],
    units: [],
    apps: ['A005'],
  },
  {
    name: '未読アラート Unseen alerts',
    minutes: 10,
    hours: null,
    people: [EDITOR],
    units: ['Sakura 2F'],
    apps: ['A005', 'A006'],
  },
]

/** Applies to every unit; rooms show live video as long as the site allows it. */
const SITE_APPS: readonly { appCode: AppCode; state: 'ENABLED' | null; week: Week | null }[] = [
  { appCode: 'A004', state: null, week: weekOf([{ startMinute: 180, endMinute: 600 }]) },
  { appCode: 'A008', state: 'ENABLED', week: null },
]
/** The usual time of getting up: outside of it nobody needs a notification. */
const UNIT_SCHEDULE = { unit: 'Sakura 2F', appCode: 'A004', week: weekOf([{ startMinute: 240, endMinute: 480 }]) }

export async function insertDemoSettings(db: PlatformDb, seed: string, bornAt: Date): Promise<void> {
  const tenantId = tenantIdOf(seed, SITE_CODE)
  const site = SITES.find(({ code }) => code === SITE_CODE)!
  const userId = (email: string) => userIdOf(seed, PEOPLE.find((person) => person.email === email)!)
  const editor = PEOPLE.find(({ email }) => email === EDITOR)!
  const by = `${editor.firstName} ${editor.lastName}`
  for (const table of [sql`tag`, sql`shift`]) {
    await db.run(sql`update ${table} set edited_by_name = ${by} where tenant_id = ${tenantId}`)
  }
  for (const rule of RULES) {
    const id = demoId(seed, 'escalation', rule.name)
    await db.run(sql`
      insert into escalation (tenant_id, id, name, threshold_minutes, active_hours, edited_by_name, updated_at)
      values (${tenantId}, ${id}, ${rule.name}, ${rule.minutes}, ${rule.hours}, ${by}, ${bornAt})`)
    for (const email of rule.people) {
      await db.run(sql`insert into escalation_user values (${tenantId}, ${id}, ${userId(email)})`)
    }
    for (const unit of rule.units) {
      await db.run(sql`insert into escalation_unit values (${tenantId}, ${id}, ${unitIdOf(seed, site, unit)})`)
    }
  }
  for (const { name, apps } of RULES) {
    await db.run(sql`
      update camera_app set settings = settings || jsonb_build_object('escalationIds',
        coalesce(settings->'escalationIds', '[]') || ${JSON.stringify([demoId(seed, 'escalation', name)])}::jsonb)
      where tenant_id = ${tenantId} and app_code = any(${apps}::text[])`)
  }
  for (const { appCode, state, week } of SITE_APPS) {
    await db.run(sql`
      insert into site_app (tenant_id, app_code, state, schedule, updated_at)
      values (${tenantId}, ${appCode}, ${state}, ${week}, ${bornAt})`)
  }
  await db.run(sql`
    insert into unit_app (tenant_id, unit_id, app_code, state, schedule, updated_at)
    values (${tenantId}, ${unitIdOf(seed, site, UNIT_SCHEDULE.unit)}, ${UNIT_SCHEDULE.appCode}, 'ENABLED',
      ${UNIT_SCHEDULE.week}, ${bornAt})`)
}
