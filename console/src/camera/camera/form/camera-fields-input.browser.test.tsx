/** The digital input in the form of a camera. REACH-63. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openConsole } from '#console/testing/open.tsx'
import { idOf, NOW, pageOf, SITE } from '#console/testing/rows.ts'
import type { Answers } from '#console/testing/service.ts'

const KIND = {
  ...{ type: 'KIND' as const, id: idOf(7), name: 'Mat', severity: 'high' as const, roomField: 'name' as const },
  ...{ tenantId: SITE.id, tenantName: 'Sakura', lastEditedBy: null, lastEditedAt: NOW, version: 1, usageCount: 0 },
}
const answers: Answers = {
  ...{ 'user.names': () => pageOf(), 'unit.search': () => pageOf(), 'agent.search': () => pageOf() },
  'asset.search': ({ body }) => (body.type === 'KIND' ? pageOf(KIND) : pageOf()),
  'camera.licence': () => ({ room: { used: 0, limit: 9 }, public: { used: 0, limit: 9 } }),
}

test('REACH-63 a kind is chosen for the input, then which input and how its contact rests', async () => {
  await openConsole('/app/cameras/new', { answers })
  await page.getByRole('tab', { name: 'System' }).click()
  const kind = page.getByRole('combobox', { name: 'Alert of the digital input' })
  await expect.element(kind).toHaveTextContent('Not used')
  const rests = page.getByRole('switch', { name: 'The contact rests closed' })
  await expect.element(rests).not.toBeInTheDocument()
  await kind.click()
  await page.getByRole('option', { name: 'Mat' }).click()
  await userEvent.fill(page.getByRole('textbox', { name: 'Input', exact: true }), '2')
  await rests.click()
  await expect.element(rests).toBeChecked()
  await expect.element(page.getByRole('textbox', { name: 'Input', exact: true })).toHaveValue('2')
})
