/** Signing in and out through a provider of OpenID Connect, in a browser that goes there and back. */
import type { Page } from '@playwright/test'
import { CLIENT, startHonest } from '../../service/src/testing/servers/honest-provider.ts'
import { signIn as signInByCall } from '../stack/demo-site.ts'
import { BASE_URL } from '../stack/place.ts'
import { expect, test } from '../stack/test.ts'

/** The page on which the provider asks whether to sign out. */
test.use({ allowedErrors: [/fonts\.googleapis\.com|favicon\.ico|403 \(Forbidden\)/] })

let provider: Awaited<ReturnType<typeof startHonest>>
test.beforeEach(async () => {
  provider = await startHonest(`${BASE_URL}/auth/login`, true)
})
test.afterEach(() => provider.stop())

/** The organization of the demo has this provider from now on; returns the key that people enter. */
async function useProvider(role: 'ADMIN' | 'USER' = 'USER'): Promise<string> {
  const [organizer, admin] = await Promise.all(
    ['org@sakura.example', 'admin@sakura.example'].map((name) => signInByCall(BASE_URL, name)),
  )
  const { version } = await organizer!.call('oidc.get', {})
  const rules = [{ group: 'care', role, siteId: admin!.user.applicationTenant!.id, unit: '' }]
  const switches = { isEnabled: true, isForced: false, isFactor: false }
  const saved = await organizer!.call('oidc.save', {
    body: { ...switches, ...CLIENT, issuer: provider.url, groupsClaim: 'groups', rules, version },
  })
  return saved.signInKey!
}

async function enter(page: Page, key: string): Promise<void> {
  await page.goto('/auth/login')
  await page.getByRole('button', { name: 'Sign in with your organization' }).click()
  const form = page.getByRole('form', { name: 'Sign in with your organization' })
  await form.getByLabel('Key of your organization').fill(key)
  // There and back the browser loads three pages.
  const finished = page.waitForResponse('**/api/oidc/finish')
  await form.getByRole('button', { name: 'Continue' }).click()
  await finished
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
}

test('REACH-41 REACH-45 the button leads through the provider, and a sign-out ends both sessions', async ({ page }) => {
  const key = await useProvider()
  provider.people.set('aki', {
    email: `aki-${crypto.randomUUID().slice(0, 8)}@provider.example`,
    email_verified: true,
    groups: ['care'],
    given_name: 'Aki',
  })
  provider.seat('aki')
  await enter(page, key)
  expect([new URL(page.url()).origin, new URL(page.url()).search]).toEqual([BASE_URL, ''])
  expect(provider.passwords).toBe(1)

  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.waitForURL(`${provider.url}/**`)
  await page.getByRole('button', { name: /sign me out/i }).click()
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
  expect(page.url()).toBe(`${BASE_URL}/auth/login`)

  await enter(page, key)
  expect(provider.passwords).toBe(2)
})

test('REACH-24 a proof at the provider keeps the session and the page, also where it is not given', async ({
  page,
}) => {
  const key = await useProvider('ADMIN')
  for (const name of ['mio', 'rin']) {
    provider.people.set(name, {
      email: `${name}-${crypto.randomUUID().slice(0, 8)}@provider.example`,
      email_verified: true,
      groups: ['care'],
      given_name: name,
    })
  }
  // The provider knew this browser: its password was entered an hour ago.
  provider.seat('mio', { agoSeconds: 3_600 })
  await enter(page, key)
  await page.goto('/app/settings/list?tabIndex=4')
  const create = async () => {
    await page.getByRole('button', { name: 'Create a service account' }).click()
    const form = page.getByRole('form', { name: 'Create a service account' })
    await form.getByLabel('Name').fill('Care record of Mio')
    await form.getByRole('checkbox', { name: 'Read alerts' }).click()
    await form.getByRole('button', { name: 'Create a service account' }).click()
  }
  const leave = async () => {
    await create()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in with your organization' }).click()
  }

  provider.seat('mio', { cancels: true })
  await leave()
  await expect(page.getByText('Your organization did not confirm it')).toBeVisible()
  provider.seat('rin')
  await leave()
  await expect(page.getByText('Somebody else signed in at your organization')).toBeVisible()
  provider.seat('mio')
  await leave()
  await expect(page.getByText('It is confirmed that it is you')).toBeVisible()
  await create()
  await expect(page.getByText(/^mma_/)).toBeVisible()
})
