/** What is drawn on a camera: each kind of place has a layer of its own. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openConsole } from '#console/testing/open.tsx'
import { aCameraDetail } from '#console/testing/rows.ts'
import { sentTo } from '#console/testing/service.ts'

const corners = [0.1, 0.3].flatMap((x) => [x, 0.4 - x].map((y) => ({ x, y })))
const bed = { name: 'Bed 1', kind: 'bed', corners } as const
const camera = { ...aCameraDetail(1), places: [bed], masks: [], angle: 0 as const, latestFrame: null }

test('CAM-08 a seat is drawn beside the bed, which is saved as it was', async () => {
  await openConsole(`/app/cameras/edit/${camera.id}/regions?layer=seats`, {
    answers: {
      'camera.get': () => camera,
      'cameraApp.list': () => ({ apps: [] }),
      'camera.edit': () => camera,
    },
  })
  await expect.element(page.getByText('No seat yet: somebody who lies down on a sofa may raise a fall.')).toBeVisible()
  await page.getByRole('button', { name: 'Draw a seat' }).click()
  await page.getByRole('application').element().focus()
  const shift = (key: string) => `{Shift>}{${key}}{/Shift}`
  await userEvent.keyboard(`{Enter}${shift('ArrowRight')}{Enter}${shift('ArrowDown')}{Enter}f`)
  await expect.element(page.getByRole('button', { name: 'Seat 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Changes saved.')).toBeVisible()
  const { places } = sentTo('camera.edit')[0]!.body as { places: { kind: string; name: string }[] }
  expect(places[0]).toEqual(bed)
  expect(places.slice(1).map(({ kind, name }) => `${kind} ${name}`)).toEqual(['seat Seat 1'])
})
