/** What a hub learned of a camera's view: movement without people, and places where people come in. */
import { ambientTextOf } from '@mimamori/contract/camera/ambient/ambient-cells.ts'
import type { AmbientFacts } from '@mimamori/contract/camera/ambient/ambient-facts.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openConsole } from '#console/testing/open.tsx'
import { aCameraDetail } from '#console/testing/rows.ts'
import { sentTo } from '#console/testing/service.ts'

const camera = aCameraDetail(1)
/** A door at the left edge, and a television in the upper right corner. */
const [door, television] = [(at: number) => at % 32 < 4 && at >= 288, (at: number) => at % 32 > 27 && at < 96].map(
  (isIn) => ambientTextOf(Uint8Array.from({ length: 576 }, (_, at) => Number(isIn(at)))),
) as [string, string]

test('REAL-12 a place where people come in is removed, listed as such, and learned again by undo', async () => {
  let facts: AmbientFacts = {
    ...{ learned: [{ cells: television, minutes: 41 }], removed: [], waits: null },
    arrivals: { learned: [door], removed: [] },
  }
  const answer = () => ({ facts, error: null })
  await openConsole(`/app/cameras/apps/${camera.id}`, {
    answers: {
      'camera.get': () => camera,
      'cameraApp.list': () => ({ apps: [] }),
      'ambient.get': answer,
      'ambient.change': ({ body }) => {
        const { action } = body as { action: string }
        const arrivals = action === 'remove' ? { learned: [], removed: [door] } : { learned: [door], removed: [] }
        facts = { ...facts, arrivals }
        return answer()
      },
    },
  })
  const place = page.getByRole('listitem').filter({ hasText: 'Lower left' })
  const removed = page.getByText('Removed: a person lost there is shown as Look in')
  await expect.element(place.getByText('1: Lower left')).toBeVisible()
  await place.getByRole('button', { name: 'Remove' }).click()
  await expect.element(removed).toBeVisible()
  await expect.element(place.getByRole('button', { name: 'Learn again' })).toBeVisible()
  expect(sentTo('ambient.change')[0]!.body).toEqual({ of: 'arrivals', action: 'remove', cells: door })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(removed).not.toBeInTheDocument()
  await expect.element(place.getByText('1: Lower left')).toBeVisible()
  // The television is another matter.
  await expect.element(page.getByText('41 minutes of movement with nobody near')).toBeVisible()
})
