/** Users: invited, changed, found and deleted; one's own devices; and how many rows a table has. */
import type { User } from '@mimamori/contract/identity/user.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { NO_RINGER, PREFERENCES } from '#console/testing/answers.ts'
import { openConsole, reload } from '#console/testing/open.tsx'
import { aUser, idOf, NOW, pageOf, SITE } from '#console/testing/rows.ts'
import { type Answers, errorAnswer, sentTo, serve } from '#console/testing/service.ts'

const main = page.getByRole('main')
const LINK = 'http://127.0.0.1:8080/auth/register-unprotected#once'
const dialog = page.getByRole('dialog')
const said = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible()

function aPerson(number: number, change: Partial<User> = {}): User {
  const [firstName, lastName] = ['Person', `No${number}`]
  return {
    ...{ id: idOf(number), firstName, lastName, displayName: `${firstName} ${lastName}`, mobileNo: '' },
    ...{
      email: `p${number}@sakura.example`,
      kana: '',
      userName: '',
      locale: 'en',
      timezone: 'Asia/Tokyo',
      role: 'USER',
    },
    ...{ dateFormat: 'yyyy/MM/dd HH:mm', type: 'REGULAR', unitIds: [], shiftIds: [], awayUntil: null },
    ...{ tenantId: SITE.id, tenantName: SITE.schemaName, unitNames: [], shiftNames: [], isMobileRegistered: false },
    ...{ isWebRegistered: false, isDisabled: false, isInvitationPending: false, isOwnerAsked: false },
    ...{ hasSecondFactor: false, lockedUntil: null, lastSignInAt: null, version: 1 },
    ...change,
  }
}

/** A site that keeps its users. */
function siteWith(...known: User[]): Answers {
  let rows = [...known]
  const one = (id: string) => {
    const found = rows.find((row) => row.id === id)
    if (!found) throw errorAnswer('not-found')
    return found
  }
  const change = (ids: readonly string[], more: Partial<User>) => {
    rows = rows.map((row) => (ids.includes(row.id) ? { ...row, ...more, version: row.version + 1 } : row))
  }
  return {
    'user.search': ({ query, body }) => {
      const found = rows.filter(({ displayName, mobileNo }) => `${displayName} ${mobileNo}`.includes(body.text ?? ''))
      return { ...pageOf(...found.slice(0, query.pageSize)), totalCount: found.length }
    },
    'user.choices': () => ({ units: [], shifts: [], passwordMinLength: 12 }),
    'user.get': ({ params }) => one(params.id),
    'user.losing': () => ({ rooms: [], totalCount: 0 }),
    'user.create': ({ body: { password: _, tenantId: __, ...draft } }) => {
      const displayName = `${draft.firstName} ${draft.lastName}`
      rows = [...rows, aPerson(50, { ...draft, displayName, isInvitationPending: true })]
      return { ...rows.at(-1)!, invitationLink: draft.email.startsWith('hana') ? LINK : null }
    },
    'user.patch': ({ body: { id, password: _, ...more } }) => {
      change([id], more)
      return one(id)
    },
    'user.switch': ({ body }) => {
      change(body.ids, { isDisabled: body.isDisabled })
      return { changed: body.ids.length }
    },
    'user.remove': ({ params }) => {
      rows = rows.filter(({ id }) => id !== params.id)
      return {}
    },
    'device.ofUser': () => ({ devices: [], isAnswerer: true }),
    'asset.search': () => pageOf(),
    'unit.search': () => pageOf(),
  }
}

async function openUser(name: string): Promise<void> {
  await page.getByRole('searchbox').fill(name)
  await page.getByRole('link', { name, exact: true }).click()
  await expect.element(page.getByRole('heading', { name, exact: true, level: 1 })).toBeVisible()
}

test('USER-01 USER-02 USER-03 USER-04 a user is invited and changed', async () => {
  await openConsole('/app/users/new', { answers: siteWith() })
  await page.getByLabelText('First Name').fill('Hana')
  await page.getByLabelText('First Name').fill('')
  await page.getByLabelText('Last Name').fill('Mizuno')
  const add = page.getByRole('button', { name: 'Add user' })
  await add.click()
  await expect.element(page.getByText('First Name is required')).toBeVisible()
  await expect.element(page.getByText('Role is required')).toBeVisible()
  await page.getByRole('button', { name: 'Check 3 fields' }).click()
  await expect.element(page.getByLabelText('First Name')).toHaveFocus()

  await page.getByLabelText('First Name').fill('Hana')
  await page.getByLabelText('Email').fill('hana.mizuno@sakura.example')
  await page.getByLabelText('Role').click()
  // A site's administrator gives no higher role.
  await expect.element(page.getByRole('option', { name: 'Organization Admin' })).not.toBeInTheDocument()
  await page.getByRole('option', { name: 'User', exact: true }).click()
  await add.click()
  await said('User added')
  await expect.element(dialog.getByText(LINK)).toBeVisible()
  await expect.element(dialog.getByRole('img', { name: 'The link as a code to scan' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect
    .element(page.getByText('The invitation to hana.mizuno@sakura.example is not answered yet.'))
    .toBeVisible()
  await page.getByLabelText('Mobile No').fill('090-0000-9999')
  await page.getByRole('button', { name: 'Save' }).click()
  await said('User updated')
  expect(sentTo('user.patch')[0]!.body).toMatchObject({ mobileNo: '090-0000-9999' })
})

test('USER-01 USER-04 a user is found by number, and deleted by name', async () => {
  const hana = aPerson(50, { displayName: 'Hana Mizuno', mobileNo: '090-0000-9999' })
  await openConsole('/app/users/list?text=0000-9999', { answers: siteWith(hana, aPerson(51)) })
  await expect.element(page.getByRole('searchbox')).toHaveValue('0000-9999')
  await openUser('Hana Mizuno')
  await page.getByRole('button', { name: 'Delete user' }).click()
  const verb = dialog.getByRole('button', { name: 'Delete user' })
  await expect.element(verb).toBeDisabled()
  await dialog.getByRole('textbox').fill('Hana Mizuno')
  await verb.click()
  await said('User deleted')
  await expect.poll(() => location.pathname).toBe('/app/users/list')
})

test('USER-01 a user is disabled after a question, and enabled again', async () => {
  await openConsole('/app/users/list', { answers: siteWith(aPerson(1, { displayName: 'Aya Yoshida' })) })
  await openUser('Aya Yoshida')
  await page.getByRole('button', { name: 'Disable' }).click()
  const prompt = page.getByRole('dialog', { name: 'Disable Aya Yoshida?' })
  await prompt.getByRole('button', { name: 'Disable' }).click()
  await said('1 user disabled')
  await page.getByRole('button', { name: 'Enable' }).click()
  await said('1 user enabled')
  expect(sentTo('user.switch').map(({ body }) => body.isDisabled)).toEqual([true, false])
})

test('ALARM-03 an administrator sees that a device of a user is proven', async () => {
  const device = {
    ...{ id: idOf(1), browser: 'Chrome', system: 'Android', address: '192.0.2.1', firstSeenAt: NOW },
    ...{ lastSeenAt: NOW, isCurrent: false, provenAt: NOW, idleEndsAt: NOW, endsAt: NOW },
  }
  const answers: Answers = {
    ...siteWith(aPerson(1)),
    'device.ofUser': () => ({ devices: [device], isAnswerer: true }),
  }
  await openConsole(`/app/users/edit/${idOf(1)}`, { answers })
  await expect.element(page.getByText(/test alarm passed/).first()).toBeVisible()
})

test('GEN-11 a table has ten rows, or as many as one chose, and keeps the choice', async () => {
  const answers = siteWith(...Array.from({ length: 12 }, (_, at) => aPerson(at + 1)))
  await openConsole('/app/users/list', { answers })
  const rows = page.getByRole('rowgroup').last().getByRole('row')
  const size = page.getByRole('combobox', { name: 'Rows per page' })
  await expect.element(size).toHaveValue('10')
  expect(
    size
      .getByRole('option')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['5', '10', '25', '50', '100'])
  await size.selectOptions('5')
  await expect.poll(() => rows.elements().length).toBe(5)
  await reload()
  await expect.element(size).toHaveValue('5')
  await expect.poll(() => rows.elements().length).toBe(5)
  expect(JSON.parse(localStorage.getItem('user-configuration')!)).toEqual({ pageSize: 5 })
  await size.selectOptions('10')
})

test('GEN-09 a list that could not be fetched says so in its place and tries again', async () => {
  const refused = () => {
    throw errorAnswer('forbidden')
  }
  await openConsole('/app/users/list', { answers: { ...siteWith(aPerson(1)), 'user.search': refused } })
  const retry = main.getByRole('button', { name: /Try again|Retry/ })
  await expect.element(retry).toBeVisible()
  serve(siteWith(aPerson(1)))
  await retry.click()
  await expect.element(page.getByRole('row').nth(1)).toBeVisible()
})

test('AUTH-18 one’s own other devices are signed out from the profile', async () => {
  const device = (number: number, isCurrent: boolean) => ({
    ...{ id: idOf(number), browser: 'Chrome', system: 'Windows', address: '192.0.2.1', firstSeenAt: NOW },
    ...{ lastSeenAt: NOW, isCurrent, provenAt: null, idleEndsAt: NOW, endsAt: NOW },
  })
  let devices = [device(1, true), device(2, false), device(3, false)]
  const answers: Answers = {
    'secondFactor.get': () => ({ onSince: null, recoveryLeft: 0, dueAt: null }),
    'passkey.list': () => ({ records: [] }),
    ...NO_RINGER,
    'device.list': () => ({ devices, isAnswerer: true }),
    'device.signOut': () => {
      devices = [device(1, true)]
      return { signedOut: 2 }
    },
    'notification.preferences': () => PREFERENCES,
  }
  await openConsole('/app/profile', { user: aUser({ role: 'USER' }), answers })
  await said('This device')
  await page.getByRole('button', { name: 'Sign out all others' }).click()
  await expect.element(page.getByRole('button', { name: 'Sign out all others' })).not.toBeInTheDocument()
  await said('This device')
  expect(sentTo('device.signOut').map(({ body }) => body)).toEqual([{}])
})
