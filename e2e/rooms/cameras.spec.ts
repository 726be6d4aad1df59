/** Cameras as an administrator and a technician work with them: by hand, from a file, many at once; and without the right. */
import type { Page } from '@playwright/test'
import { errorsOf, firstRecord, LOOKS, openAs } from '../stack/accessibility.ts'
import { expect, followSystem, signIn, test } from '../stack/test.ts'

const HUB = 'Hub Sakura 2F'

test('CAM-02 CAM-03 CAM-12 CAM-06 MSG-01 a camera is tested and added, and its hub applies it', async ({ page }) => {
  await signIn(page, 'admin', '/app/cameras/list?status=Online')
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible({ timeout: 60_000 })
  const streamUrl = await streamOfDemo(page)
  await page.goto('/app/cameras/new')
  await fill(page, 'Camera Name', 'Room 301')
  await page.getByRole('button', { name: 'Add camera' }).click()
  await expect(page.getByText('Stream URL is required')).toBeVisible()
  await expect(page.getByText('Location is required')).toBeVisible()

  await fill(page, 'Location', 'Room 301')
  await page.getByRole('heading', { name: 'More', exact: true }).click()
  await fill(page, 'Description', 'Above the door, sees the bed')
  await choose(page, 'Camera Type', 'Other')
  await fill(page, 'Brand', 'Sakura Optics')
  await fill(page, 'Model', 'SO-2')
  await fill(page, 'Streaming Id', 'room-301')
  await fill(page, 'Stream URL', 'rtsp://127.0.0.1:9/nothing')
  await choose(page, 'Hub', HUB)
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByText('The hub could not see an image.')).toBeVisible({ timeout: 40_000 })
  await expect(page.getByRole('textbox', { name: 'Stream URL' })).toHaveAccessibleDescription(
    'The host refuses the connection: no camera listens there.',
  )
  await expect(page.getByRole('textbox', { name: 'Stream URL' })).toHaveAttribute('aria-invalid', 'true')

  await fill(page, 'Stream URL', streamUrl)
  await expect(page.getByText('The hub could not see an image.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByText('The hub can see the image.')).toBeVisible({ timeout: 40_000 })
  await page.getByRole('button', { name: 'Note size and frame rate for your records' }).click()

  await page.getByRole('button', { name: 'Add camera' }).click()
  await expect(page.getByText('Camera added.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Room 301' })).toBeVisible()
  await expect(page.getByText('The hub works with the present settings.')).toBeVisible({ timeout: 60_000 })

  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByText('Image and detection').click()
  await expect(page.getByLabel('Width (px)')).not.toHaveValue('')
  await fill(page, 'Pixel change (%)', '2.5')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Camera updated.')).toBeVisible()
  await page.getByRole('tab', { name: 'System' }).click()
  await expect(page.getByText('Everything that was asked for is in force.')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('Registered with its hub')).toBeVisible()
})

test('CAM-06 settings that a silent hub has not taken are shown as pending', async ({ page }) => {
  await signIn(page, 'admin', '/app/cameras/list?text=212')
  await page.getByRole('main').getByRole('link', { name: 'Room 212' }).click()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByText('Image and detection').click()
  await fill(page, 'Pixel change (%)', '3.5')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Camera updated.')).toBeVisible()
  await page.getByRole('tab', { name: 'System' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Pending' })).toBeVisible()
  await expect(page.getByText('The hub has not reported its settings')).toBeVisible()
})

test('CAM-07 two invalid rows are explained and corrected in place, and all cameras registered', async ({ page }) => {
  await signIn(page, 'admin', '/app/cameras/import')
  const url = (room: string) => `rtsp://127.0.0.1:9/${room}`
  const csv = [
    'カメラ名,説明,カメラの種類,ブランド,型番,ストリームURL,ストリーミングID,設置場所,ハブ',
    `Room 401,Sees the bed,その他,Sakura,SO-2,${url('401')},room-401,Room 401,${HUB}`,
    `Room 402,Sees the bed,その他,Sakura,SO-2,ftp://127.0.0.1/402,room-402,Room 402,${HUB}`,
    `,Sees the bed,その他,Sakura,SO-2,${url('403')},room-403,Room 403,${HUB}`,
  ]
  await page.setInputFiles('input[type=file]', {
    name: 'cameras.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`\uFEFF${csv.join('\r\n')}\r\n`),
  })
  await expect(page.getByText('9 columns were recognised.')).toBeVisible()
  await expect(page.getByText(/^2 rows have errors/)).toBeVisible()
  await expect(page.getByText('A stream address begins with rtsp://, rtsps://, http:// or https://.')).toBeVisible()
  await expect(page.getByText('Camera Name is required')).toBeVisible()
  const register = page.getByRole('button', { name: 'Register 3 cameras' })
  await expect(register).toBeDisabled()

  await page.getByRole('textbox', { name: 'Stream URL of row 2' }).fill(url('402'))
  await page.getByRole('textbox', { name: 'Camera Name of row 3' }).fill('Room 401')
  await page.getByRole('textbox', { name: 'Camera Name of row 3' }).press('Enter')
  await expect(page.getByText('Another row has this name.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Camera Name of row 3' }).fill('Room 403')
  await page.getByRole('textbox', { name: 'Camera Name of row 3' }).press('Enter')
  await expect(page.getByText('The service has checked them. They can be registered.')).toBeVisible()
  await register.click()
  await expect(page.getByRole('alert').filter({ hasText: '3 cameras added.' })).toBeVisible()
  await page.getByRole('link', { name: 'Show the cameras' }).click()
  await page.getByRole('searchbox', { name: 'Search by name or location' }).fill('Room 40')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(3)
  const refused = page.getByText('127.0.0.1:9 refuses the connection: no camera listens at that port.')
  await expect(refused).toHaveCount(3, { timeout: 30_000 })
})

test('CAM-05 a selection is disabled at once, undone, and deregistered only by its name', async ({ page }) => {
  await signIn(page, 'admin', '/app/cameras/list?view=list')
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
  await row('206-A').getByRole('checkbox').check()
  await row('207-A').getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Disable', exact: true }).click()
  await expect(page.getByText('2 cameras disabled.')).toBeVisible()
  await expect(row('206-A')).toContainText('Disabled')
  await expect(row('207-A')).toContainText('Disabled')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row('206-A')).not.toContainText('Disabled')

  await row('Dining room').getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Deregister' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Deregister' })).toBeDisabled()
  await dialog.getByLabel('Type Dining room to confirm').fill('Dining room')
  await dialog.getByRole('button', { name: 'Deregister' }).click()
  await expect(page.getByText('Camera deleted.')).toBeVisible()
  await expect(row('Dining room')).toHaveCount(0)
})

test('APP-02 CAM-10 an app is switched and timed for one camera', async ({ page }) => {
  await signIn(page, 'admin', '/app/cameras/list?status=Online')
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click()
  await page.getByRole('link', { name: 'Apps', exact: true }).click()
  await expect(page.getByRole('radiogroup', { name: /^State of / })).toHaveCount(7)
  await page.getByRole('radiogroup', { name: 'State of Person' }).getByText('On', { exact: true }).click()
  await expect(page.getByText('Camera app updated.')).toBeVisible()
  await page.goto(page.url().replace('/apps/', '/edit/').concat('?tab=schedule'))
  await page.getByRole('button', { name: 'Change: Person' }).click()
  await expect(page.getByRole('dialog').getByRole('group', { name: 'Week of Person' })).toBeVisible()
})

for (const look of LOOKS) {
  test(`GEN-01 CAM-02 APP-02 a camera’s editors are accessible and fit, ${look.title}`, async ({ page }) => {
    await followSystem(page, look.scheme)
    await signIn(page, 'admin', '/app/cameras/list?status=Online')
    const id = (await firstRecord(page)).split('/').at(-1)!
    await page.setViewportSize({ width: look.widthPx, height: 900 })
    const errors: string[] = []
    for (const name of [
      ...['cameras/new', 'cameras/import', `cameras/apps/${id}`, `cameras/apps/${id}/settings/A005`],
      ...['', '?tab=schedule', '?tab=system', '/regions'].map((part) => `cameras/edit/${id}${part}`),
    ]) {
      await openAs(page, `/app/${name}`, look)
      errors.push(...(await errorsOf(page, name)))
    }
    expect(errors).toEqual([])
  })
}

async function fill(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label).first().fill(text)
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** The stream of a demo camera that the hub sees, whichever source this machine has. */
function streamOfDemo(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem('session')!) as { token: string }
    const headers = { 'X-AuthToken': token, 'Content-Type': 'application/json' }
    const found = await fetch('/api/camera/view/search', {
      method: 'POST',
      headers,
      body: JSON.stringify({ statuses: ['Online'] }),
    })
    const { records } = (await found.json()) as { records: { id: string }[] }
    const one = await fetch(`/api/camera/view/${records[0]!.id}`, { headers })
    return ((await one.json()) as { streamUrl: string }).streamUrl
  })
}
