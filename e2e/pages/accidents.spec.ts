/** An accident report from the alert to the day of its submission: by a carer and an administrator. */
import type { Page } from '@playwright/test'
import { seriousErrors, widthErrors } from '../stack/accessibility.ts'
import { callAs, expect, signIn, test } from '../stack/test.ts'

const LINES = {
  ...{ Corporation: '社会福祉法人さくら会', 'Office number': '1370000001', 'Kind of service': '介護老人福祉施設' },
  ...{ Age: '88', Insurer: '千代田区', 'Medical institution': '中央病院', 'Its telephone': '03-0000-0000' },
  ...{ Diagnosis: '打撲', 'Tests and treatment': 'レントゲン、湿布', 'State of the person': '居室で安静' },
}
const CHOICES = {
  ...{
    Sex: 'Female',
    'Care level': 'Care 3',
    'Independence with dementia': 'IIb',
    'Where it happened': 'Own room (single)',
  },
}
const BOXES = [
  'Seen by a doctor, or first aid here',
  'Outpatient or home visit',
  'Bruise, sprain, dislocation',
  'Child or child’s spouse',
]

async function answer(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'Form' })
  const choose = async (label: string, option: string) => {
    await form.getByRole('combobox', { name: label, exact: false }).first().click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  for (const box of BOXES) await form.getByRole('checkbox', { name: box }).check()
  for (const [label, option] of Object.entries(CHOICES)) await choose(label, option)
  await form.getByRole('combobox', { name: /^Home address/ }).click()
  await page.getByRole('option', { name: 'Address of the office' }).click()
  for (const [label, text] of Object.entries(LINES)) await form.getByRole('textbox', { name: label }).fill(text)
  await form.getByRole('textbox', { name: /^Address/ }).fill('東京都千代田区1-1')
  await form.getByRole('textbox', { name: /^Name/ }).fill('山田 花子')
  await form.getByLabel(/^Service since/).fill('2025-04-01')
  await form.getByLabel(/^Day on which relatives/).fill('2026-11-20')
  await form.getByRole('textbox', { name: /^Situation and details/ }).fill('ベッド脇で転倒。')
  await form.getByRole('textbox', { name: /^What was done/ }).fill('看護師が対応。')
}

test('REPORT-05 a carer fills in the report of a fall, an administrator checks and submits it', async ({
  page,
  openWindow,
}) => {
  await signIn(page, 'nurse', '/app/rooms')
  const { records } = (await callAs(page, 'POST', 'alert/search', { activities: ['A005'] })).body
  await page.goto(`/app/alerts/detail/${records[0].id}`)
  await page.getByRole('button', { name: 'Accident report' }).first().click()
  await page.waitForURL(/\/app\/accidents\/[0-9a-f-]{36}$/)
  const main = page.getByRole('main')
  const missing = main.getByRole('list', { name: 'Still missing' })
  await expect(missing.getByRole('button', { name: 'Office number' })).toBeVisible()
  await missing.getByRole('button', { name: 'Office number' }).click()
  await expect(main.getByRole('textbox', { name: /^Office number/ })).toBeFocused()
  expect(await seriousErrors(page)).toEqual([])
  expect(await widthErrors(page)).toEqual([])

  await answer(page)
  await expect(main.getByRole('heading', { name: 'Nothing is missing' })).toBeVisible()
  await main.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Accident report saved')).toBeVisible()
  await expect(main.getByText('An administrator other than the author checks it.')).toBeVisible()

  const office = await openWindow()
  await signIn(office, 'admin', '/app/accidents')
  await office.getByRole('link', { name: '山田 花子' }).first().click()
  const desk = office.getByRole('main')
  await desk.getByRole('button', { name: 'Mark as checked' }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Mark as checked' }).click()
  // The carer sees it without a reload.
  await expect(main.getByText(/^Checked by/)).toBeVisible()
  await desk.getByRole('button', { name: 'Submitted …' }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Save as submitted' }).click()
  await expect(desk.getByText(/^Submitted on .* To add to it, open the next report\.$/)).toBeVisible()
  await expect(desk.getByText('Report no. 1 · Revision 4 · Submitted')).toBeVisible()
  for (const [name, ending] of [
    ['PDF', 'pdf'],
    ['Excel', 'xlsx'],
  ] as const) {
    const saving = office.waitForEvent('download')
    await desk.getByRole('button', { name }).first().click()
    expect((await saving).suggestedFilename()).toMatch(new RegExp(`^accident-report-.*\\.${ending}$`))
  }
})
