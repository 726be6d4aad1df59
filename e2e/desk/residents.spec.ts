/** Residents as an administrator looks after them, and as carers and others see them. */
import { callAs, expect, signIn, test } from '../stack/test.ts'

const RUN = crypto.randomUUID().slice(0, 6)

test('RESIDENT-01 a file with a wrong line says what is wrong there, and adds nobody', async ({ page }) => {
  await signIn(page, 'admin', '/app/residents/import')
  const head = 'Name,Room,Detection,Recording,Clear pictures,Answered on,Signed by'
  const lines = [`A ${RUN},999,yes,yes,no,2026-11-01,B`, `C ${RUN},,yes,maybe,no,2026-11-01,D`]
  const buffer = Buffer.from([head, ...lines].join('\r\n'))
  await page.getByLabel('Choose a CSV file').setInputFiles({ name: 'residents.csv', mimeType: 'text/csv', buffer })
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: '2 lines have to be corrected in the file.' })).toBeVisible()
  await expect(main.getByRole('row').nth(1)).toContainText('Room: There is no such room')
  await expect(main.getByRole('row').nth(2)).toContainText('Recording: Answer all three questions')
  await expect(main.getByRole('button', { name: 'Add 2 residents' })).toBeDisabled()
  const found = await callAs(page, 'POST', 'resident/search', { text: RUN, state: 'left' })
  expect(found.body.totalCount).toBe(0)
})

test('RESIDENT-02 a carer reads the care note and edits no resident, and tiles bear the names', async ({ page }) => {
  await signIn(page, 'nurse', '/app/residents')
  const main = page.getByRole('main')
  await main.getByRole('link', { name: '山田 花子 様' }).click()
  await expect(main.getByRole('heading', { name: 'Care note' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0)
  await page.goto('/app/rooms')
  await expect(main.getByText('山田 花子 様')).toBeVisible()
})

test('RESIDENT-01 a resident gets a room, moves to another one and leaves, each on the page at once', async ({
  page,
}) => {
  await signIn(page, 'admin', '/app/residents')
  const answers = { detection: true, recording: true, clearPictures: true, answeredOn: '2026-11-01', answeredBy: 'D' }
  const line = { name: `Stay ${RUN}`, room: '', ...answers }
  expect((await callAs(page, 'POST', 'resident/import', { lines: [line] })).status).toBe(200)
  const found = await callAs(page, 'POST', 'resident/search', { text: line.name, state: 'left' })
  await page.goto(`/app/residents/${found.body.records[0].id}`)
  const main = page.getByRole('main')
  const task = async (name: string, room: string | null, hoursAgo: number) => {
    await main.getByRole('button', { name, exact: true }).click()
    const dialog = page.getByRole('dialog')
    if (room !== null) {
      await dialog.getByRole('combobox', { name: 'Room' }).fill(room)
      await page.getByRole('option', { name: room }).first().click()
      await dialog.getByLabel('Bed').fill('4')
    }
    const at = dialog.getByLabel('Time')
    const past = Date.parse(`${await at.inputValue()}Z`) - hoursAgo * 3_600_000
    await at.fill(new Date(past).toISOString().slice(0, 16))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
  }
  const stays = main.locator('section', { hasText: 'Which room, from when until when.' })
  await task('Give a room', '205', 2)
  await expect(stays).toContainText('205')
  await task('Move', '206', 1)
  await expect(stays).toContainText('206')
  await task('Leave', null, 0)
  await expect(main.getByRole('button', { name: 'Give a room', exact: true })).toBeVisible()
  await expect(main.getByRole('button', { name: 'Leave', exact: true })).toHaveCount(0)
})
