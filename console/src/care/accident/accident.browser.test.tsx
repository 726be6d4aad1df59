/** What a site's municipality asks for in accident reports: its settings, and the report that asks for it. REPORT-05. */
import type { AccidentDetail } from '@mimamori/contract/care/accident.ts'
import { ACCIDENT_FORM_NOW, emptyAccident, missingIn, type OwnItem } from '@mimamori/contract/care/accident-form.ts'
import type { AccidentSettings } from '@mimamori/contract/care/accident-settings.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { seriousErrors, widthErrors } from '#console/testing/accessibility.ts'
import { ALERT_LIST } from '#console/testing/answers.ts'
import { openConsole } from '#console/testing/open.tsx'
import { aUser, NOW } from '#console/testing/rows.ts'
import { sentTo } from '#console/testing/service.ts'

const ID = '01977c5e-0000-7000-8000-0000000000a1'
const ITEM: OwnItem = {
  ...{ id: '01977c5e-0000-7000-8000-0000000000a2', label: 'Name of the manager', kind: 'line' },
  ...{ after: 'office', isRequired: true },
}

function report(more: Partial<AccidentDetail> = {}): AccidentDetail {
  const plan = { kind: 'accident', ownItems: [ITEM], isNumberForName: true } as const
  const form = { ...emptyAccident(), personName: '山田 花子', own: {} }
  return {
    ...{ id: ID, alertId: null, residentId: null, personName: '山田 花子', location: '203', occurredAt: NOW },
    ...{ state: 'draft', issue: 1, isFinal: false, missingCount: 1, editedByName: 'Yuki Sato', editedAt: NOW },
    ...{ submittedOn: null, version: 1, formVersion: ACCIDENT_FORM_NOW, sources: [], isOwn: false, checked: null },
    ...{ hasClip: false, timezone: 'Asia/Tokyo', form, ...plan, ownItems: [ITEM], missing: missingIn(form, plan) },
    ...more,
  }
}

test('REPORT-05 a report asks for own items and the insured number, and names its form', async () => {
  let saved = report()
  await openConsole(`/app/accidents/${ID}`, {
    answers: {
      ...ALERT_LIST,
      'accident.get': () => saved,
      'accident.history': () => ({ records: [] }),
      'accident.save': ({ body }) => {
        saved = report({ form: body.form, version: 2 })
        return saved
      },
    },
  })
  const missing = page.getByRole('list', { name: /missing$/ })
  await expect.element(missing.getByRole('button', { name: 'Insured number' })).toBeVisible()
  await expect.element(missing.getByRole('button', { name: 'Name', exact: true })).not.toBeInTheDocument()
  await expect.element(page.getByText('Not printed on what is submitted.')).toBeVisible()
  await expect.element(page.getByText('29 November 2024 (介護保険最新情報 Vol.1332)')).toBeVisible()
  await missing.getByRole('button', { name: ITEM.label }).click()
  const field = page.getByRole('textbox', { name: ITEM.label })
  await expect.element(field).toHaveFocus()
  await field.fill('Suzuki')
  await expect.element(missing.getByRole('button', { name: ITEM.label })).not.toBeInTheDocument()
  expect([...(await seriousErrors()), ...widthErrors()]).toEqual([])
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect.poll(() => sentTo('accident.save')[0]?.body.form.own).toEqual({ [ITEM.id]: 'Suzuki' })
})

test('REPORT-05 an administrator adds an item of the municipality, changes it, and removes it', async () => {
  let settings: AccidentSettings = { ownItems: [], isNumberForName: false, version: 0 }
  await openConsole('/app/settings/list?tabIndex=5', {
    user: aUser({ role: 'ADMIN' }),
    answers: {
      ...ALERT_LIST,
      'accidentSettings.get': () => settings,
      'accidentSettings.save': ({ body: { version, isNumberForName, ownItems } }) => {
        settings = { isNumberForName, ownItems: ownItems.map((item) => ({ ...ITEM, ...item })), version: version + 1 }
        return settings
      },
    },
  })
  await page.getByRole('switch', { name: 'Insured number instead of the name' }).click()
  await page.getByRole('button', { name: 'Add an item' }).click()
  const item = page.getByRole('group', { name: 'Item 1' })
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect.element(item.getByText('Enter the label.')).toBeVisible()
  await item.getByLabelText('Label').fill(ITEM.label)
  await item.getByRole('switch', { name: 'Required' }).click()
  expect([...(await seriousErrors()), ...widthErrors()]).toEqual([])
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect.element(page.getByText('Items of accident reports saved')).toBeVisible()
  const added = { label: ITEM.label, kind: 'line', after: 'remarks', isRequired: true }
  expect(sentTo('accidentSettings.save').map(({ body }) => body)).toEqual([
    { ownItems: [added], isNumberForName: true, version: 0 },
  ])
  await item.getByLabelText('Label').fill('Manager')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect
    .poll(() => sentTo('accidentSettings.save')[1]?.body)
    .toEqual({ ownItems: [{ ...added, id: ITEM.id, label: 'Manager' }], isNumberForName: true, version: 1 })
  await page.getByRole('button', { name: 'Remove item 1' }).click()
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect.poll(() => sentTo('accidentSettings.save')[2]?.body.ownItems).toEqual([])
})
