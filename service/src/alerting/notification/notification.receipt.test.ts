import { expect, test } from 'vitest'
import { createSecrets } from '#platform/secrets.ts'
import { createReceipts } from './notification.receipt.ts'

const KEY = Buffer.alloc(32, 1)
const PLACE = { tenantId: '0190c0de-0000-7000-8000-000000000001', id: '0190c0de-0000-7000-8000-0000000000e1' }
const OTHER = { ...PLACE, id: '0190c0de-0000-7000-8000-0000000000e2' }
const receipts = createReceipts(createSecrets(KEY))
const token = receipts.issue(PLACE)

test('NAV-10 a receipt names its message, and fits the contract', () => {
  expect(receipts.read(token)).toEqual(PLACE)
  expect(token.length).toBeLessThanOrEqual(400)
})

test('S9 a forged receipt names nothing', () => {
  const foreign = createReceipts(createSecrets(Buffer.alloc(32, 2))).issue(PLACE)
  const forged = [
    token.replace(PLACE.id, OTHER.id),
    `${token}.x`,
    token.slice(0, -2),
    foreign,
    `${PLACE.tenantId}.${PLACE.id}.`,
    `${PLACE.tenantId}.${PLACE.id}`,
    '',
  ]
  expect(forged.map((each) => receipts.read(each))).toEqual(forged.map(() => null))
})

test('a receipt under the former key is valid while that key is accepted', () => {
  const next = createSecrets(Buffer.alloc(32, 3), KEY)
  expect(createReceipts(next).read(token)).toEqual(PLACE)
})
