/** Passkeys on the profile page and on the sign-in page, as far as the browser's own questions. */
import type { Passkey } from '@mimamori/contract/identity/passkey.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { seriousErrors } from '#console/testing/accessibility.ts'
import { NO_RINGER, PREFERENCES } from '#console/testing/answers.ts'
import { openConsole } from '#console/testing/open.tsx'
import { aUser, idOf, NOW } from '#console/testing/rows.ts'
import { errorAnswer, sentTo } from '#console/testing/service.ts'

const CEREMONY = { origin: 'https://mimamori.example', options: { challenge: 'AAAA' } }

afterEach(() => vi.unstubAllGlobals())

async function openProfile(...names: string[]) {
  let records: Passkey[] = names.map((name, at) => ({ id: idOf(at + 1), name, createdAt: NOW, lastUsedAt: null }))
  await openConsole('/app/profile', {
    user: aUser({ role: 'USER' }),
    answers: {
      ...NO_RINGER,
      'notification.preferences': () => PREFERENCES,
      'device.list': () => ({ devices: [], isAnswerer: false }),
      'passkey.list': () => ({ records }),
      'passkey.begin': () => CEREMONY,
      'passkey.rename': ({ params, body }) => {
        records = records.map((record) => (record.id === params.id ? { ...record, name: body.name } : record))
        return records.find(({ id }) => id === params.id)!
      },
      'passkey.remove': ({ params }) => {
        records = records.filter(({ id }) => id !== params.id)
        return {}
      },
    },
  })
}

test('REACH-21 passkeys are listed, renamed and removed after a question', async () => {
  await openProfile('Phone', 'Laptop')
  await page.getByRole('button', { name: 'Rename: Phone' }).click()
  const field = page.getByLabelText('Name of the passkey')
  await expect.element(field).toHaveValue('Phone')
  await field.fill('Ward phone')
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  await expect.element(page.getByRole('button', { name: 'Rename: Ward phone' })).toBeVisible()
  expect(await seriousErrors()).toEqual([])
  await page.getByRole('button', { name: 'Remove: Laptop' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove the passkey Laptop?' })
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect.element(page.getByRole('button', { name: 'Remove: Laptop' })).not.toBeInTheDocument()
  expect(sentTo('passkey.remove').map(({ params }) => params.id)).toEqual([idOf(2)])
})

test('REACH-21 at another address than the public one the page names that address', async () => {
  await openProfile()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabelText('Present password').last().fill('kind camellia 12')
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect
    .element(page.getByText('Passkeys work only at https://mimamori.example. Open Mimamori there.'))
    .toBeVisible()
})

test('REACH-21 without HTTPS the page says so and offers none', async () => {
  vi.stubGlobal('isSecureContext', false)
  await openProfile()
  await expect
    .element(
      page.getByText('Passkeys need the address of Mimamori that begins with https, and a browser that knows them.'),
    )
    .toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Add a passkey' })).not.toBeInTheDocument()
})

test('REACH-21 the sign-in page says why a passkey cannot be used here', async () => {
  const enter = page.getByRole('button', { name: 'Sign in with a passkey' })
  const answers = {
    'session.firstRunOpen': () => ({ isOpen: false }),
    'passkey.challenge': () => {
      throw errorAnswer('passkeys-impossible')
    },
  }
  await openConsole('/app/dashboard', { user: null, answers })
  await enter.click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Passkeys need an address with a name and HTTPS/)
  await openConsole('/app/dashboard', { user: null, answers: { ...answers, 'passkey.challenge': () => CEREMONY } })
  await enter.click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/only at https:\/\/mimamori\.example/)
  vi.stubGlobal('isSecureContext', false)
  await enter.click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/need https/)
})
