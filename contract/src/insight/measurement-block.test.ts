import { expect, test, vi } from 'vitest'
import { emptySecond, type MeasuredBlock, packBlock, unpackBlock } from './measurement-block.ts'

const apps: MeasuredBlock['apps'] = [{ appCode: 'A005', sensitivity: 'medium', snoozeSeconds: 60 }]
const rows = [7, 8, 9].map((second) => ({ ...emptySecond(second), changedShare: 300 + second, marks: second }))

test('METRIC-02 a block from before a new app retains its seconds, with that app off in them', async () => {
  const before = packBlock({ apps, rows })
  vi.resetModules()
  const catalogue = await import('../shared/app-catalogue.ts')
  const later = {
    APPS: { ...catalogue.APPS, A099: catalogue.APPS.A003 },
    ALERT_APP_CODES: [...catalogue.ALERT_APP_CODES, 'A099'],
  }
  vi.doMock('../shared/app-catalogue.ts', () => ({ ...catalogue, ...later }))
  const withNewApp = await import('./measurement-block.ts')
  const expected = rows.map((row) => ({ ...row, gates: { ...row.gates, A099: 'off' } }))
  expect(withNewApp.unpackBlock(before)?.rows).toEqual(expected)
  expect([...withNewApp.unpackForReplay(before)!.marks]).toEqual([7, 8, 9])
  // The reverse is not supported: a service is upgraded before its hubs.
  const after = withNewApp.packBlock({ apps, rows: withNewApp.unpackBlock(before)!.rows })
  expect(after[0]).toBe(before[0]! + 1)
  expect(withNewApp.unpackBlock(after)?.rows).toEqual(expected)
  expect(unpackBlock(after)).toBeNull()
})
