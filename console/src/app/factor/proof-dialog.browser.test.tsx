/** A call that asks who works here waits for the dialog, and is repeated. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { seriousErrors } from '#console/testing/accessibility.ts'
import { ALERT_LIST } from '#console/testing/answers.ts'
import { openConsole } from '#console/testing/open.tsx'
import { aUser, SITE } from '#console/testing/rows.ts'
import { type Answers, errorAnswer, sentTo } from '#console/testing/service.ts'
import { call } from '#lib/service/api.ts'

const HANDLE = 'h'.repeat(43)
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
      'oidc.beginProof': () => ({ url: '#at-the-provider', handle: HANDLE }),
    },
  )
  const done = makeKey().catch((error: { key: string }) => error.key)
  await expect.element(dialog.getByText('come back to this page')).toBeVisible()
  await expect.element(dialog.getByLabelText('Present password')).not.toBeInTheDocument()
  expect(await seriousErrors()).toEqual([])
  await dialog.getByRole('button', { name: 'Sign in with your organization' }).click()
  await expect.poll(() => location.hash).toBe('#at-the-provider')
  expect(sentTo('session.logout')).toEqual([])
  expect([sessionStorage.getItem('proof-handle'), sessionStorage.getItem('proof-back')]).toEqual([
    HANDLE,
    '/app/alerts/list',
  ])
  expect(await done).toBe('proof-needed')
})

/** As the provider sends the browser back to the sign-in page, with the session open. */
async function comeBack(answers: Answers, handle: string | null = HANDLE) {
  sessionStorage.clear()
  if (handle) sessionStorage.setItem('proof-handle', handle)
  sessionStorage.setItem('proof-back', '/app/alerts/list')
  await openConsole('/auth/login?code=c&state=s', { answers: { ...ALERT_LIST, ...answers } })
  await expect.poll(() => location.pathname).toBe('/app/alerts/list')
}

test('REACH-24 back from the provider the proof is finished on the page from which the person left', async () => {
  await comeBack({ 'oidc.finishProof': () => ({}) })
  await expect.element(page.getByText('It is confirmed that it is you')).toBeVisible()
  expect(sentTo('oidc.finishProof').map(({ body }) => body)).toEqual([{ handle: HANDLE, answer: 'code=c&state=s' }])
  expect(sessionStorage.getItem('proof-answer')).toBeNull()
})

test('REACH-24 another person who comes back is named as an error, and the session stays', async () => {
  await comeBack({
    'oidc.finishProof': () => {
      throw errorAnswer('oidc-other-person')
    },
  })
  await expect.element(page.getByText('Somebody else signed in at your organization')).toBeVisible()
  expect(sentTo('session.logout')).toEqual([])
})

test('an answer that no proof of this tab waits for is not sent', async () => {
  await comeBack({}, null)
  await expect.poll(() => sessionStorage.getItem('proof-answer')).toBeNull()
  expect(sentTo('oidc.finishProof')).toEqual([])
})

test('REACH-24 a person who leaves for a second proof finds the way back', async () => {
  await comeBack({ 'oidc.finishProof': () => ({}), 'profile.patch': ({ body }) => ({ ...aUser(), ...body }) })
  await expect.element(page.getByText('It is confirmed that it is you')).toBeVisible()
  sessionStorage.setItem('proof-handle', HANDLE)
  // Back to English at once: all files share the page.
  for (const [menu, language] of [
    ['Language', '日本語'],
    ['言語', 'English'],
  ] as const) {
    await page.getByRole('button', { name: menu }).click()
    await page.getByRole('menuitem', { name: language }).click()
  }
  await expect.element(page.getByRole('button', { name: 'Language' })).toBeVisible()
  expect(sessionStorage.getItem('proof-handle')).toBe(HANDLE)
})
