/** Room states from live video: a real hub infers them from drawn rooms, and the open page is updated. */
import { expect, signIn, test } from '../stack/test.ts'

const STATE = /In bed|Sitting up|Up|On the floor|With staff|Away/
/** A drawn story has a bed exit or a fall every few minutes, and a camera learns its room first. */
const PATIENCE_MS = 170_000

test('ROOM-01 events in drawn rooms appear on an open page and update by themselves', async ({ page }) => {
  test.setTimeout(2 * PATIENCE_MS + 60_000)
  await signIn(page, 'nurse', '/app/rooms')
  const tiles = page.getByRole('main').getByRole('listitem')
  const states = async () => (await tiles.allInnerTexts()).map((text) => STATE.exec(text)?.[0] ?? 'Unknown').sort()
  await expect
    .poll(async () => (await states()).some((state) => state !== 'Unknown'), { timeout: PATIENCE_MS })
    .toBe(true)
  const before = await states()
  await expect.poll(states, { timeout: PATIENCE_MS }).not.toEqual(before)
})
