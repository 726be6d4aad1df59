/** The sign-in page with the provider of an organization: there, back, and what can go wrong. */
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { seriousErrors, widthErrors } from '#console/testing/accessibility.ts'
import { ALERT_LIST, DASHBOARD } from '#console/testing/answers.ts'
import { openConsole } from '#console/testing/open.tsx'
import { aUser } from '#console/testing/rows.ts'
import { type Answers, errorAnswer, sentTo } from '#console/testing/service.ts'
import { endAtProvider } from './oidc-journey.ts'

const HANDLE = 'h'.repeat(43)
const nurse = aUser({ role: 'USER' })
const fails = (key: Parameters<typeof errorAnswer>[0]) => () => {
  throw errorAnswer(key)
}
const open = (path: string, more: Answers) =>
  openConsole(path, {
    user: null,
    answers: {
      ...ALERT_LIST,
      ...DASHBOARD,
      'session.firstRunOpen': () => ({ isOpen: false }),
      'session.login': () => nurse,
      ...more,
    },
  })
/** As the provider sends the browser back. */
const back = (more: Answers, path = '/auth/login?code=c&state=s') => {
  sessionStorage.setItem('oidc-handle', HANDLE)
  return open(path, more)
}
const alert = page.getByRole('alert')
const panel = page.getByRole('form', { name: 'Sign in with your organization' })
beforeEach(() => {
  sessionStorage.clear()
  localStorage.removeItem('oidc-key')
  localStorage.removeItem('oidc-fresh')
})

test('REACH-41 the button asks for the key, and the browser leaves for the provider with it', async () => {
  await open('/auth/login', { 'oidc.begin': () => ({ url: '#at-the-provider', handle: HANDLE }) })
  await page.getByRole('button', { name: 'Sign in with your organization' }).click()
  await panel.getByRole('button', { name: 'Continue' }).click()
  await expect.element(panel.getByText('Enter the key.')).toBeVisible()
  await panel.getByLabelText('Key of your organization').fill(' k3mfd72xqz ')
  expect([...(await seriousErrors()), ...widthErrors()]).toEqual([])
  await panel.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => location.hash).toBe('#at-the-provider')
  expect(sentTo('oidc.begin')[0]!.body).toEqual({ signInKey: 'k3mfd72xqz', locale: 'en' })
  expect(sessionStorage.getItem('oidc-handle')).toBe(HANDLE)
})

test('REACH-41 a link of the administrator names the organization', async () => {
  await open('/auth/login#org=k3mfd72xqz', {})
  await expect.element(panel.getByLabelText('Key of your organization')).toHaveValue('k3mfd72xqz')
})

test('REACH-41 what the provider sends back signs in, and leaves the address', async () => {
  await back({ 'oidc.finish': () => nurse })
  await expect
    .poll(() => sentTo('oidc.finish')[0]?.body)
    .toEqual({ handle: HANDLE, answer: 'code=c&state=s', deviceType: 'web' })
  await expect.poll(() => location.search).toBe('')
  await expect.poll(() => page.getByRole('button', { name: 'Login' }).elements()).toEqual([])
})

test('REACH-41 an answer for another window is not sent', async () => {
  await open('/auth/login?code=c&state=s', {})
  await expect.element(alert.getByText('began in another window or browser')).toBeVisible()
  expect(sentTo('oidc.finish')).toEqual([])
})

test.each([
  ['oidc-refused', 'did not succeed'],
  ['oidc-unreachable', 'did not answer as it should'],
  ['oidc-no-group', 'None of your groups opens Mimamori'],
  ['oidc-other-site', 'remove your account at the former site'],
] as const)('REACH-41 REACH-42 says what to do: %s', async (key, words) => {
  await back({ 'oidc.finish': fails(key) })
  await expect.element(alert.getByText(words)).toBeVisible()
})

test('REACH-41 an account with the same address is linked by its password', async () => {
  await back({ 'oidc.finish': fails('oidc-email-taken'), 'session.login': fails('invalid-credentials') })
  await expect.element(alert.getByText('Enter its password once')).toBeVisible()
  await page.getByLabelText('Username').fill('nurse@sakura.example')
  await page.getByLabelText('Password', { exact: true }).fill('mimamori-demo')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect.poll(() => sentTo('session.login')[0]?.body).toMatchObject({ oidcHandle: HANDLE })
})

test('REACH-44 the second step follows the provider, and a wrong code stays there', async () => {
  await back({
    'oidc.finish': ({ body }) =>
      fails(body.code === '123456' ? 'oidc-refused' : body.code ? 'second-factor-wrong' : 'second-factor-needed')(),
  })
  await panel.getByLabelText('Code').fill('000000')
  await panel.getByRole('button', { name: 'Login' }).click()
  await expect.element(alert.getByText('This code is wrong or was used already')).toBeVisible()
  await panel.getByLabelText('Code').fill('123456')
  await panel.getByRole('button', { name: 'Login' }).click()
  await expect.poll(() => sentTo('oidc.finish').at(-1)?.body).toMatchObject({ handle: HANDLE, code: '123456' })
})

test('REACH-44 where the organization requires it, a right password leads to the provider', async () => {
  await open('/auth/login', { 'session.login': fails('oidc-required') })
  await page.getByLabelText('Username').fill('nurse@sakura.example')
  await page.getByLabelText('Password', { exact: true }).fill('mimamori-demo')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect.element(alert.getByText('asks you to sign in through its provider')).toBeVisible()
  await expect.element(panel.getByLabelText('Key of your organization')).toBeVisible()
})

test('REACH-45 a sign-out goes on at the provider; without one the next sign-in asks for the password', async () => {
  await open('/auth/login#org=k3mfd72xqz', { 'oidc.begin': () => ({ url: '#at-the-provider', handle: HANDLE }) })
  endAtProvider({ endUrl: '#signed-out-there' })
  await expect.poll(() => location.hash).toBe('#signed-out-there')
  endAtProvider({ endUrl: null })
  await panel.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => sentTo('oidc.begin')[0]?.body).toMatchObject({ isFresh: true })
})

test('REACH-45 a sign-in that asked for the password ends the need to ask', async () => {
  localStorage.setItem('oidc-fresh', 'true')
  await back({ 'oidc.finish': () => nurse })
  await expect.poll(() => localStorage.getItem('oidc-fresh')).toBeNull()
})
