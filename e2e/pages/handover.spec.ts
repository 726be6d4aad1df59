/** Handover: a shift on one page, a note that saves itself, two names, and the record that stays. */
import { readFile } from 'node:fs/promises'
import { seriousErrors, widthErrors } from '../stack/accessibility.ts'
import { expect, followSystem, signIn, test } from '../stack/test.ts'

test('HANDOVER-01 a nurse writes a note, hands the shift over by name, and finds it again', async ({
  page,
  openWindow,
}) => {
  await signIn(page, 'nurse', '/app/rooms')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Handover')
  const word = `Fire drill ${crypto.randomUUID().slice(0, 8)}`
  const colleague = await openWindow()
  const isHearing = colleague.waitForResponse(/\/api\/stream$/)
  await signIn(colleague, 'nurse', '/app/handover')
  await isHearing
  await expect(colleague.getByLabel('Note for all')).toBeVisible()
  await main.getByLabel('Note for all').fill(word)
  await expect(main.getByText('Saved', { exact: true })).toBeVisible()
  await expect(colleague.getByLabel('Note for all')).toHaveValue(word)
  await page.reload()
  await expect(main.getByLabel('Note for all')).toHaveValue(word)
  expect(await seriousErrors(page)).toEqual([])
  expect(await widthErrors(page)).toEqual([])

  const saving = page.waitForEvent('download')
  await main.getByRole('button', { name: 'Save as CSV' }).click()
  await page.getByRole('menuitem', { name: 'Shift_JIS' }).click()
  const file = new TextDecoder('shift_jis', { fatal: true }).decode(await readFile(await (await saving).path()))
  expect(file.split('\r\n').find((line) => line.includes('佐藤 一郎 様'))).toContain('Room 202')

  await main.getByRole('button', { name: 'Hand over' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('To').click()
  await page.getByRole('option').first().click()
  await dialog.getByRole('button', { name: 'Hand over' }).click()
  await expect(main.getByRole('link', { name: /^Handed over by/ })).toBeVisible()

  await main.getByRole('link', { name: 'Earlier handovers' }).click()
  await main.getByRole('searchbox').fill(word)
  await expect(main.getByRole('listitem')).toHaveCount(1)
  await main.getByRole('listitem').getByRole('link').click()
  await expect(main).toContainText(word)
  const drawing = page.waitForEvent('download')
  await main.getByRole('button', { name: 'PDF: 日本語' }).click()
  expect((await drawing).suggestedFilename()).toMatch(/^handover-.*-ja\.pdf$/)
})

test('a shift that is printed from the dark scheme is dark on white, without the menu', async ({ page }) => {
  await followSystem(page, 'dark')
  await signIn(page, 'nurse', '/app/handover')
  await expect(page.getByLabel('Note for all')).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeHidden()
  const [ground, ink] = await page.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.body)
    return [backgroundColor, color]
  })
  expect([ground, ink]).toEqual(['rgb(255, 255, 255)', 'rgb(24, 33, 44)'])
  expect(await widthErrors(page)).toEqual([])
})
