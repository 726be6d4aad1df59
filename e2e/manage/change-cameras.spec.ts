/** Hub, unit and tags of several cameras, selected in the list and found again. OPS-09. */

import { seriousErrors, widthErrors } from '../stack/accessibility.ts'
import { addCamera, addHub } from '../stack/demo-site.ts'
import { BASE_URL } from '../stack/place.ts'
import { expect, signIn, test } from '../stack/test.ts'

/** Begins with a letter: in an address, digits around an e are parsed as a number. */
const RUN = `r${crypto.randomUUID().slice(0, 4)}`
/** Removes what the test created: cameras use up the demo's license. */
let leavings: (() => Promise<unknown>)[] = []
test.afterEach(async () => {
  for (const remove of leavings) await remove()
  leavings = []
})

test('OPS-09 selected cameras get hub, unit and tag together; rejected ones are shown', async ({ page }) => {
  const [from, to] = [await addHub(BASE_URL, `Old hub ${RUN}`), await addHub(BASE_URL, `New hub ${RUN}`)]
  const names = ['one', 'two', 'full'].map((name) => `Move ${name} ${RUN}`)
  const ids = await Promise.all(names.map((name) => addCamera(from, name, `rtsp://192.0.2.41/${name.slice(5, 8)}`)))
  const { call } = from.admin
  leavings = ids.map((id) => () => call('camera.deregister', { params: { id } }))
  const addTag = async (name: string) => {
    const { id } = await call('asset.create', { body: { type: 'TAG', name } as never })
    leavings.push(() => call('asset.remove', { params: { id }, query: {} }))
    return id
  }
  const unit = await call('unit.create', { body: { name: `Move unit ${RUN}` } as never })
  await addTag(`Move tag ${RUN}`)
  const tagIds: string[] = []
  while (tagIds.length < 50) tagIds.push(await addTag(`Full ${tagIds.length} ${RUN}`))
  await call('camera.patch', { params: { id: ids[2]! }, body: { tagIds } as never })

  await signIn(page, 'admin', `/app/cameras/list?text=${encodeURIComponent(RUN)}`)
  for (const name of names) await page.getByRole('checkbox', { name: `Choose ${name}` }).check()
  await page.getByRole('button', { name: 'Change together' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change 3 cameras' })
  const save = dialog.getByRole('button', { name: 'Change', exact: true })
  await expect(save).toBeDisabled()
  for (const [label, value] of [
    ['Hub', `New hub ${RUN}`],
    ['Unit', `Move unit ${RUN}`],
  ] as const) {
    await dialog.getByRole('combobox', { name: label }).click()
    await page.getByRole('option', { name: value }).click()
  }
  await dialog.getByRole('combobox', { name: 'Tags to add' }).fill(`Move tag ${RUN}`)
  await page.getByRole('option', { name: `Move tag ${RUN}` }).click()
  await page.keyboard.press('Escape')
  expect(await seriousErrors(page)).toEqual([])
  await save.click()
  await expect(page.getByText('Changes of 2 cameras saved.')).toBeVisible()
  const rest = page.getByRole('dialog', { name: 'Change 1 camera' })
  await expect(rest.getByText(`Move full ${RUN}: A camera has 50 tags at most.`)).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await widthErrors(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  await rest.getByRole('button', { name: 'Cancel' }).click()

  for (const [at, id] of ids.entries()) {
    const isChanged = at < 2
    const { agentId, unitId, tags } = await call('camera.get', { params: { id } })
    expect([agentId, unitId]).toEqual(isChanged ? [to.agentId, unit.id] : [from.agentId, null])
    expect(tags.map(({ name }) => name).includes(`Move tag ${RUN}`)).toBe(isChanged)
  }
})
