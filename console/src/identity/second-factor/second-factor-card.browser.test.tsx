/** Two-step sign-in on the profile page and on the sign-in page. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { seriousErrors } from '#console/testing/accessibility.ts'
import { ALERT_LIST, NO_RINGER, PREFERENCES } from '#console/testing/answers.ts'
import { openConsole } from '#console/testing/open.tsx'
import { aUser, NOW } from '#console/testing/rows.ts'
import { errorAnswer, sentTo } from '#console/testing/service.ts'

const RECOVERY = ['abcde-fghij', 'klmnp-qrstu']
const card = page.getByRole('form', { name: 'Two-step sign-in' })

async function openProfile(onSince: string | null = null) {
  let state = { onSince, recoveryLeft: onSince ? 2 : 0, dueAt: null }
  await openConsole('/app/profile', {
    user: aUser({ role: 'USER' }),
    answers: {
      ...NO_RINGER,
      'notification.preferences': () => PREFERENCES,
      'device.list': () => ({ devices: [], isAnswerer: false }),
      'secondFactor.get': () => state,
      'passkey.list': () => ({ records: [] }),
      'secondFactor.begin': () => ({ secret: 'ABCD2345', address: 'otpauth://totp/Mimamori:x?secret=ABCD2345' }),
      'secondFactor.confirm': ({ body }) => {
        if ((body as { code: string }).code !== '123456') {
          throw errorAnswer('invalid-request', { code: 'second-factor.code-wrong' })
        }
        state = { onSince: NOW, recoveryLeft: 10, dueAt: null }
        return { recoveryCodes: RECOVERY }
      },
      'secondFactor.remove': () => {
        state = { onSince: null, recoveryLeft: 0, dueAt: null }
        return {}
      },
    },
  })
}

test('REACH-20 it is set up by password, scan and code; a wrong code says so; recovery codes show once', async () => {
  await openProfile()
  await page.getByRole('button', { name: 'Set up' }).click()
  await card.getByLabelText('Present password').fill('kind camellia 12')
  await card.getByRole('button', { name: 'Go on' }).click()
  await expect.element(page.getByRole('img', { name: 'Code to scan' })).toBeVisible()
  await expect.element(page.getByText('ABCD2345')).toBeVisible()
  await page.getByLabelText('Code of the app').fill('000000')
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect.element(page.getByText('This code is not right, or it was used already')).toBeVisible()
  await page.getByLabelText('Code of the app').fill('123456')
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect.element(page.getByRole('dialog').getByText(RECOVERY[0]!)).toBeVisible()
  expect(await seriousErrors()).toEqual([])
  await page.getByRole('button', { name: 'I have stored them' }).click()
  await expect.element(page.getByText(/10 recovery codes are left/)).toBeVisible()
  await expect.element(page.getByText(RECOVERY[0]!)).not.toBeInTheDocument()
})

test('REACH-20 it is switched off by a code, and few recovery codes are named', async () => {
  await openProfile(NOW)
  await expect
    .element(page.getByText('Only 2 recovery codes are left. Make new ones before you need them.'))
    .toBeVisible()
  await page.getByRole('button', { name: 'Switch off' }).click()
  await page.getByLabelText('Code of the app, or a recovery code').fill('klmnp-qrstu')
  await card.getByRole('button', { name: 'Switch off' }).click()
  await expect.element(page.getByRole('button', { name: 'Set up' })).toBeVisible()
  expect(sentTo('secondFactor.remove')[0]!.body).toEqual({ code: 'klmnp-qrstu' })
})

test('REACH-20 the sign-in asks for the code after the password, and keeps both when the code is wrong', async () => {
  const nurse = aUser({ role: 'USER', email: 'nurse@sakura.example' })
  await openConsole('/app/alerts/list', {
    user: null,
    answers: {
      ...ALERT_LIST,
      'session.firstRunOpen': () => ({ isOpen: false }),
      'session.login': ({ body }) => {
        const { code } = body as { code?: string }
        if (!code) throw errorAnswer('second-factor-needed')
        if (code !== '123456') throw errorAnswer('second-factor-wrong')
        return nurse
      },
    },
  })
  await page.getByLabelText('Username').fill('nurse@sakura.example')
  await page.getByLabelText('Password', { exact: true }).fill('mimamori-demo')
  await page.getByRole('button', { name: 'Login' }).click()
  const code = page.getByLabelText('Code')
  await expect.element(code).toHaveFocus()
  await code.fill('111111')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('This code is wrong or was used already. Wait for the next one.')
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveValue('mimamori-demo')
  await code.fill('123456')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect.poll(() => location.pathname).toBe('/app/alerts/list')
})
