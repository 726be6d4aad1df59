/** The own PIN for shared stations, on the profile page. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { seriousErrors } from '#console/testing/accessibility.ts'
import { NO_RINGER, PREFERENCES } from '#console/testing/answers.ts'
import { openConsole } from '#console/testing/open.tsx'
import { aUser } from '#console/testing/rows.ts'
import { sentTo } from '#console/testing/service.ts'

test('REACH-25 the owner sets a PIN by the password and removes it; an easy one is refused', async () => {
  let isSet = false
  await openConsole('/app/profile', {
    user: aUser({ role: 'USER' }),
    answers: {
      ...NO_RINGER,
      'notification.preferences': () => PREFERENCES,
      'device.list': () => ({ devices: [], isAnswerer: true }),
      'passkey.list': () => ({ records: [] }),
      'stationPin.get': () => ({ isSet }),
      'stationPin.save': () => {
        isSet = true
        return { isSet }
      },
      'stationPin.remove': () => {
        isSet = false
        return { isSet }
      },
    },
  })
  await page.getByRole('button', { name: 'Set a PIN' }).click()
  const form = page.getByRole('form', { name: 'PIN for shared stations' })
  await form.getByLabelText('Present password').fill('kind camellia 12')
  await form.getByLabelText('PIN *').fill('1234')
  await form.getByRole('button', { name: 'Save the PIN' }).click()
  await expect.element(form.getByText('Too easy to guess')).toBeVisible()
  expect(await seriousErrors()).toEqual([])
  await form.getByLabelText('PIN *').fill('4071')
  await form.getByRole('button', { name: 'Save the PIN' }).click()
  await page.getByRole('button', { name: 'Remove the PIN' }).click()
  await form.getByLabelText('Present password').fill('kind camellia 12')
  await form.getByRole('button', { name: 'Remove the PIN' }).click()
  await expect.element(page.getByRole('button', { name: 'Set a PIN' })).toBeVisible()
  expect(sentTo('stationPin.save').map(({ body }) => body.pin)).toEqual(['4071'])
})
