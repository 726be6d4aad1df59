/** A passkey from the profile to the sign-in, on Chromium's virtual authenticator; then a site that requires a second step. */
import type { Page } from '@playwright/test'
import { BASE_URL } from '../stack/place.ts'
import { expect, PASSWORD, signInAs, test } from '../stack/test.ts'

/** Passkeys are for a name; the address of this machine counts as this one. */
const HERE = BASE_URL.replace('127.0.0.1', 'localhost')
const EMAIL = 'aya.yoshida@sakura.example'

/** A phone's authenticator that verifies its person. */
async function plugIn(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
}

const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' })
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' })

test.describe('a second step of sign-in', () => {
  test.use({ allowedErrors: [/403/] })

  test('REACH-21 REACH-22 a passkey signs in alone, and opens what a site has closed', async ({ page, openWindow }) => {
    await plugIn(page)
    await signInAs(page, EMAIL, PASSWORD, `${BASE_URL}/app/profile`)
    await addPasskey(page)
    await expect(page.getByText(`Passkeys work only at ${HERE}. Open Mimamori there.`)).toBeVisible()

    await signInAs(page, EMAIL, PASSWORD, `${HERE}/app/profile`)
    await addPasskey(page)
    await page.getByLabel('Name of the passkey').fill('Ward phone')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(page.getByText('Passkey added')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Ward phone' })).toContainText('never used')

    await logOut(page)
    await passkeyButton(page).click()
    await expect(navigation(page)).toBeVisible()
    await page.goto(`${HERE}/app/profile`)
    await page.getByRole('button', { name: 'Remove: Ward phone' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('No passkey yet.')).toBeVisible()
    await logOut(page)
    await passkeyButton(page).click()
    await expect(page.getByRole('alert')).toContainText('This passkey was not accepted.')

    const administrator = await openWindow()
    await signInAs(administrator, 'admin@sakura.example', PASSWORD, `${HERE}/app/settings/list?tabIndex=3`)
    await requireOfUsers(administrator, true)
    await signInAs(page, EMAIL, PASSWORD, `${HERE}/app/alerts/list`)
    await expect(page.getByText(/It is required of your role, and the time for it is over/)).toBeVisible()
    await addPasskey(page)
    await page.getByLabel('Name of the passkey').fill('Ward phone')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(page.getByRole('heading', { name: 'Alerts', level: 1 })).toBeVisible()
    await requireOfUsers(administrator, false)
  })
})

/** As far as the password; the browser's own questions are answered by the authenticator. */
async function addPasskey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const form = page.getByRole('form', { name: 'Add a passkey' })
  await form.getByLabel('Present password').fill(PASSWORD)
  await form.getByRole('button', { name: 'Go on' }).click()
}

/** Without time to set it up. */
async function requireOfUsers(administrator: Page, isRequired: boolean): Promise<void> {
  const form = administrator.getByRole('form', { name: 'Second step of sign-in' })
  await form.getByRole('checkbox', { name: 'User', exact: true }).setChecked(isRequired)
  await form.getByLabel('Time to set it up').fill('0')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(administrator.getByText('Changes saved.').first()).toBeVisible()
}
