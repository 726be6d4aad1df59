// Whether the service could be distributed by tenant_id (Citus): which statements would need more than one shard. SCALE-04.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { crossing, tablesOf } from './crosses.ts'
import { CROSSING } from './crossing-register.ts'
import { findBeyondTenant } from './sent-statements.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const tables = tablesOf(readFileSync(join(root, 'docs/schema.sql'), 'utf8'))

/** `file function` of each statement, as often as there are such. */
function expanded(places: readonly string[]): string[] {
  return places.flatMap((place) => {
    const [file, ...functions] = place.split(' ')
    return functions.flatMap((one) => {
      const [name, times = '1'] = one.split('*')
      return Array.from({ length: Number(times) }, () => `service/src/${file} ${name}`)
    })
  })
}

describe('statements of more than one tenant', { timeout: 120_000 }, () => {
  const sent = findBeyondTenant(root)
  const found = sent.flatMap(({ place, text }) => {
    const why = crossing(text, tables)
    return why ? [{ place, why }] : []
  })

  test('SCALE-04 every statement keeps to a tenant, or stands in the register with its reason', () => {
    const left = CROSSING.flatMap(({ places }) => expanded(places))
    const unlisted = found.filter(({ place }) => {
      const at = left.indexOf(place)
      if (at >= 0) left.splice(at, 1)
      return at < 0
    })
    expect({ unlisted, listedInVain: left }).toEqual({ unlisted: [], listedInVain: [] })
    expect(sent.length).toBeGreaterThan(300)
  })

  test('docs/scale.md says how many there are of each reason', () => {
    const text = readFileSync(join(root, 'docs/scale.md'), 'utf8')
    for (const { because, places } of CROSSING) expect(text).toContain(`| ${because} | ${expanded(places).length} |`)
  })
})

describe('a statement', () => {
  const crosses = (text: string) => crossing(text, tables)
  test.each([
    ['of one tenant', 'select from camera where tenant_id = $ and id = $'],
    [
      'that joins within it',
      'select from alert a join camera c on c.tenant_id = a.tenant_id and c.id = a.camera_id where a.tenant_id = $',
    ],
    ['of a reference table', 'select name from tenant where id = $'],
    ['that inserts values', 'insert into unit (tenant_id, name) values ($, $)'],
    [
      'whose pairs are compared',
      'delete from alert where (tenant_id, id) in (select tenant_id, id from alert where tenant_id = $ limit $)',
    ],
  ])('SCALE-04 %s does not cross', (_which, text) => {
    expect(crosses(text)).toBeNull()
  })
  test.each([
    ['of all tenants', 'select from notification where next_at <= $', 'it names no tenant'],
    ['of an id alone', 'delete from agent where id = $', 'it names no tenant'],
    ['of several', 'select from alert where tenant_id = any($)', 'it asks for several tenants at once'],
    [
      'that forgot it in a join',
      'select from alert a join camera c on c.id = a.camera_id where a.tenant_id = $',
      '2 tables and 1 equalities of tenant_id',
    ],
    [
      'of many rows',
      'insert into alert_step (tenant_id) select r.t from jsonb_to_recordset($) as r (t uuid)',
      'it names no tenant',
    ],
    ['that nothing is known of', '$', 'its text is put together while it runs'],
  ])('SCALE-04 %s crosses', (_which, text, why) => {
    expect(crosses(text)).toBe(why)
  })
})
