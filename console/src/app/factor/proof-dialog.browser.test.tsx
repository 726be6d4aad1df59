/** A call that asks who works here waits for the dialog, and is repeated. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { seriousErrors } from '#console/testing/accessibility.ts'
import { ALERT_LIST } from '#console/testing/answers.ts'
import { openConsole } from '#console/testing/open.tsx'
import { aUser, SITE } from '#console/testing/rows.ts'
import { type Answers, errorAnswer, sentTo } from '#console/testing/service.ts'
import { call } from '#lib/service/api.ts'

const dialog = page.getByRole('dialog', { name: 'Is it you?' })
const makeKey = () => call('tenant.newKey', { params: { id: SITE.id } })

async function openHome(ways: { code: boolean; passkey: boolean; provider?: string }, more: Answers = {}) {
  let isProven = false
  const answers: Answers = {
    ...ALERT_LIST,
    'proof.ways': () => ({ provider: null, ...ways }),
    'proof.give': () => {
      isProven = true
      return {}
    },
    'tenant.newKey': () => {
      if (!isProven) throw errorAnswer('proof-needed')
      return { authorizationKey: 'key', keyLastFour: 'key1', previousValidUntil: null }
    },
    ...more,
  }
  await openConsole('/app/alerts/list', { user: aUser({ role: 'ORG_ADMIN' }), answers })
}

test('REACH-24 the password is asked for where nothing else is set up, and the call goes on', async () => {
  await openHome({ code: false, passkey: false })
  const done = Promise.all([makeKey(), makeKey()])
  await dialog.getByLabelText('Present password').fill('kind camellia 12')
  expect(await seriousErrors()).toEqual([])
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await done
  await expect.element(dialog).not.toBeInTheDocument()
  expect([sentTo('proof.give').length, sentTo('tenant.newKey').length]).toEqual([1, 4])
})

test('REACH-24 with an app or a passkey these are asked for, and cancelling leaves the error', async () => {
  await openHome({ code: true, passkey: true })
  const done = makeKey().catch((error: { key: string }) => error.key)
  await expect.element(dialog.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
  await expect.element(dialog.getByLabelText('Code of the app, or a recovery code')).toBeVisible()
  await expect.element(dialog.getByLabelText('Present password')).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await done).toBe('proof-needed')
})

test('REACH-24 where the organization requires its provider, the dialog leads there and back', async () => {
  await openHome(
    { code: false, passkey: false, provider: 'k3mfd72xqz' },
    {
      'oidc.begin': () => ({ url: '#at-the-provider', handle: 'h'.repeat(43) }),
      'session.firstRunOpen': () => ({ isOpen: false }),
    },
  )
  const done = makeKey().catch((error: { key: string }) => error.key)
  await expect.element(dialog.getByText('come back to this page')).toBeVisible()
  await expect.element(dialog.getByLabelText('Present password')).not.toBeInTheDocument()
  expect(await seriousErrors()).toEqual([])
  await dialog.getByRole('button', { name: 'Sign in with your organization' }).click()
  await expect.poll(() => location.hash).toBe('#at-the-provider')
  expect(sentTo('oidc.begin')[0]!.body).toEqual({ signInKey: 'k3mfd72xqz', locale: 'en', isFresh: true })
  expect([sentTo('session.logout').length, sessionStorage.getItem('oidc-back')]).toEqual([1, '/app/alerts/list'])
  expect(await done).toBe('proof-needed')
})
