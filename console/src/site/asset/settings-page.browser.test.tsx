/** Settings: escalation rules, tags and shifts in an administrator's forms and lists. */
import type { Asset, AssetDraft } from '@mimamori/contract/site/asset.ts'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { NO_RINGER, NO_WEBHOOKS } from '#console/testing/answers.ts'
import { openConsole, pick } from '#console/testing/open.tsx'
import { aUser, idOf, NOW, pageOf, SITE } from '#console/testing/rows.ts'
import { type Answers, errorAnswer, sentTo } from '#console/testing/service.ts'

const dialog = page.getByRole('dialog')
const saved = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible()
const gone = (text: string) => expect.element(page.getByText(text, { exact: true })).not.toBeInTheDocument()
const users = [{ id: idOf(910), displayName: 'Yuki Sato', role: 'USER' as const, tenantId: SITE.id, unitNames: [] }]
const units = [
  {
    ...{ id: idOf(800), name: 'Sakura 2F', tenantId: SITE.id, tenantName: 'Sakura no Sato', cameraCount: 3 },
    ...{ overridesReminderSubscribers: false, version: 1 },
  },
]

/** A site with these assets, which stores new ones. */
function siteWith(...known: Asset[]): Answers {
  const rows = [...known]
  const at = (id: string) => {
    const found = rows.findIndex((row) => row.id === id)
    if (found === -1) throw errorAnswer('not-found')
    return found
  }
  return {
    'asset.search': ({ query, body }) => {
      const found = rows.filter(({ type, name }) => type === body.type && name.includes(body.text ?? ''))
      const from = query.pageNumber * query.pageSize
      return { ...pageOf(...found.slice(from, from + query.pageSize)), totalCount: found.length }
    },
    'asset.get': ({ params }) => rows[at(params.id)]!,
    'asset.create': ({ body }) => {
      if (rows.some(({ name }) => name === body.name))
        throw errorAnswer('invalid-request', { name: 'asset.name-taken' })
      rows.push(stored(body, rows.length + 1))
      return rows.at(-1)!
    },
    'asset.patch': ({ body }) => {
      const { id, version, ...draft } = body
      rows[at(id)] = { ...stored(draft as AssetDraft, 0), id, version: version + 1 }
      return rows[at(id)]!
    },
    'asset.remove': ({ params }) => {
      rows.splice(at(params.id), 1)
      return {}
    },
    'user.names': () => pageOf(...users),
    'unit.search': () => pageOf(...units),
  }
}

function stored(draft: AssetDraft, number: number): Asset {
  const about = {
    ...{ id: idOf(number), name: draft.name, tenantId: SITE.id, tenantName: SITE.schemaName, usageCount: 0 },
    ...{ lastEditedBy: 'Yuki Sato', lastEditedAt: NOW, version: 1 },
  }
  if (draft.type === 'TAG') return { ...about, type: 'TAG' }
  if (draft.type === 'KIND') return { ...about, ...draft, tenantId: SITE.id }
  if (draft.type === 'SHIFT') {
    return { ...about, type: 'SHIFT', startMinute: draft.startMinute, endMinute: draft.endMinute, cameraCount: 0 }
  }
  return {
    ...about,
    ...{ type: 'ESCALATION', thresholdMinutes: draft.thresholdMinutes, activeHours: draft.activeHours },
    users: users.filter(({ id }) => draft.userIds.includes(id)).map(({ id, displayName: name }) => ({ id, name })),
    units: units.filter(({ id }) => draft.unitIds.includes(id)).map(({ id, name }) => ({ id, name })),
  }
}

const save = () => userEvent.keyboard('{Control>}s{/Control}')
const remove = async () => {
  await page.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
}

test('SET-02 an escalation rule is checked on its fields and guarded against leaving', async () => {
  await openConsole('/app/settings/asset/escalation/new', { answers: siteWith() })
  await page.getByLabelText('Threshold time').fill('０')
  await save()
  await expect.element(page.getByText('Name is required')).toBeVisible()
  await expect.element(page.getByText('At least 1.')).toBeVisible()
  await expect.element(page.getByLabelText('Name')).toHaveFocus()

  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect.element(page.getByText('Leave without saving?')).toBeVisible()
  await page.getByRole('button', { name: 'Stay' }).click()

  await page.getByLabelText('Name').fill('Evening')
  await page.getByLabelText('Threshold time').fill('3')
  await save()
  await expect.element(page.getByText('Please add User or Unit')).toBeVisible()
  expect(sentTo('asset.create')).toEqual([])
})

test('SET-02 an escalation rule is saved, rejected a second time, found again and deleted', async () => {
  await openConsole('/app/settings/asset/escalation/new', { answers: siteWith() })
  await page.getByLabelText('Name').fill('夕方 1')
  await page.getByLabelText('Threshold time').fill('3')
  await pick('Users', 'Sato')
  await pick('Units', 'Sakura 2F')
  await page.getByRole('button', { name: 'New escalation' }).click()
  await saved('Escalation added')
  expect(sentTo('asset.create')[0]!.body).toMatchObject({ userIds: [idOf(910)], unitIds: [idOf(800)] })

  await page.getByRole('link', { name: 'New escalation' }).click()
  await page.getByLabelText('Name').fill('夕方 1')
  await pick('Units', 'Sakura 2F')
  await page.getByRole('button', { name: 'New escalation' }).click()
  await expect.element(page.getByText('There is one of this name already.')).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByLabelText('Back to settings').click()

  const rule = page.getByRole('link', { name: '夕方 1' })
  await rule.click()
  await page.getByLabelText('Threshold time').fill('4')
  await save()
  await saved('Escalation updated')
  await rule.click()
  await remove()
  await saved('Escalation deleted')
  await expect.element(rule).not.toBeInTheDocument()
})

test('SET-02 SET-03 tags are added, renamed and deleted in place, also after fifty', async () => {
  const others = Array.from({ length: 50 }, (_, at) => stored({ type: 'TAG', name: `Full ${at}` }, 200 + at))
  await openConsole('/app/settings/list?tabIndex=1', { answers: siteWith(...others) })
  await page.getByLabelText('Name of the tag').fill('入浴 Bath')
  await page.getByRole('button', { name: 'Add' }).click()
  await saved('Tag added')
  await page.getByLabelText('Rename 入浴 Bath').click()
  await page.getByRole('textbox', { name: 'Rename 入浴 Bath' }).fill('入浴')
  await userEvent.keyboard('{Enter}')
  await saved('Tag updated')
  // Among fifty buttons the message has no free place: it may lie on the next one, and stays while the pointer is on it.
  await page.getByRole('heading', { name: 'Settings' }).hover()
  await gone('Tag updated')
  await page.getByLabelText('Delete 入浴').click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await saved('Tag deleted')
  expect(sentTo('asset.remove')).toHaveLength(1)
})

test('SET-02 MSG-01 a shift shows messages when it is added, updated and deleted', async () => {
  await openConsole('/app/settings/asset/shift/new', { answers: siteWith() })
  await page.getByLabelText('Name').fill('朝 Early')
  await page.getByLabelText('Start time').fill('05:00')
  await page.getByLabelText('End time').fill('08:00')
  await page.getByRole('button', { name: 'New shift' }).click()
  await saved('Shift added')
  const shift = page.getByRole('link', { name: '朝 Early' })
  await shift.click()
  await page.getByLabelText('End time').fill('09:00')
  await save()
  await saved('Shift updated')
  expect(sentTo('asset.patch')[0]!.body).toMatchObject({ startMinute: 300, endMinute: 540 })
  await shift.click()
  await remove()
  await saved('Shift deleted')
})

test('NAV-09 GEN-10 a list keeps order, search and tab in its address', async () => {
  const shift = stored({ type: 'SHIFT', name: 'Day', startMinute: 540, endMinute: 1020 }, 1)
  await openConsole('/app/settings/list?tabIndex=1', { answers: siteWith(shift) })
  const edited = page.getByRole('columnheader', { name: 'Last edited by' })
  await edited.getByRole('button').click()
  await expect.element(edited).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('heading', { name: 'Settings' }).click()
  await userEvent.keyboard('/')
  await userEvent.keyboard('nothing like this')
  await expect.element(page.getByText('No Results')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.element(page.getByRole('searchbox')).toHaveValue('')
  const { searchParams } = new URL(location.href)
  expect(Object.fromEntries(searchParams)).toMatchObject({ tabIndex: '1', sort: 'lastEditedAt' })
})

test('GEN-10 a list exports its filtered rows as CSV', async () => {
  const night = { type: 'SHIFT' as const, name: '夜勤 Night', startMinute: 990, endMinute: 570 }
  await openConsole('/app/settings/list?tabIndex=1', { answers: siteWith(stored(night, 1)) })
  const files: { name: string; blob: Blob }[] = []
  const made = vi.spyOn(URL, 'createObjectURL')
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, blob: made.mock.calls.at(-1)![0] as Blob })
  })
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  await expect.poll(() => files.length).toBe(1)
  clicked.mockRestore()
  made.mockRestore()
  expect(files[0]!.name).toMatch(/^shifts-\d{4}-\d{2}-\d{2}\.csv$/)
  const bytes = new Uint8Array(await files[0]!.blob.arrayBuffer())
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const text = await files[0]!.blob.text()
  expect(text).toContain('Name,Start time,End time')
  expect(text).toContain('夜勤 Night,16:30,09:30 (next day)')
})

test('SET-01 NAV-11 without PRO escalation is disabled, and shows how to get it', async () => {
  const applicationTenant = { ...SITE, license: { packages: [] } }
  await openConsole('/app/settings/list', { user: aUser({ applicationTenant }), answers: siteWith() })
  await expect.element(page.getByRole('tab', { name: /Escalation/ })).toBeVisible()
  await expect.element(page.getByText('PRO', { exact: true }).first()).toBeVisible()
  const locked = page.getByCss('main [inert]').filter({ hasText: 'New escalation' })
  await expect.element(locked).toHaveStyle({ opacity: '0.38' })
  const link = locked.getByCss('a').first()
  link.element().focus()
  await expect.element(link).not.toHaveFocus()
  // The tab list keeps the hint of its own while the panel is looked at.
  await userEvent.hover(page.elementLocator(locked.element().parentElement!))
  await expect.element(page.getByRole('tooltip')).toMatchTextContent(/Available with PRO package Subscription/)
})

test('SET-01 an invalid range of addresses is refused at its field', async () => {
  const security = {
    ...{
      tenantId: SITE.id,
      tenantName: SITE.schemaName,
      ranges: [],
      isStationPinAsked: false,
      ownAddress: '192.0.2.7',
      version: 1,
    },
    ...{ lastEditedBy: null, lastEditedAt: null },
  }
  const rule = { tenantId: SITE.id, possible: [], roles: [], graceDays: 14, missing: 0, version: 1 }
  await openConsole('/app/settings/list?tabIndex=3', {
    answers: { ...siteWith(), 'security.get': () => security, 'factorRule.get': () => rule },
  })
  await page.getByRole('textbox', { name: 'IP range' }).fill('10.0.0.0/99')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect.element(page.getByText('Invalid IP Address Range')).toBeVisible()
})

test('NIGHT-04 an administrator sets how often an unanswered alarm is repeated', async () => {
  let settings = {
    ...{ tenantId: SITE.id, alarmSeverities: ['critical' as const], arrivalLimitSeconds: 180 },
    ...{ isReturnEnding: true, alarmsPerHourBudget: null, repeatMinutes: 5, version: 1 },
  }
  const answers: Answers = {
    ...siteWith(),
    ...NO_RINGER,
    'alarmSettings.get': () => settings,
    'alarmSettings.save': ({ body }) => {
      settings = { ...settings, repeatMinutes: body.repeatMinutes!, version: 2 }
      return settings
    },
  }
  await openConsole('/app/settings/list?tabIndex=2', { answers })
  const field = page.getByLabelText('Repeat while nobody answers, every')
  await expect.element(field).toHaveValue('5')
  await field.fill('61')
  await save()
  await expect.element(page.getByText('Between 0 and 60 minutes.')).toBeVisible()
  await field.fill('0')
  await save()
  await expect.poll(() => sentTo('alarmSettings.save').map(({ body }) => body.repeatMinutes)).toEqual([0])
})

test('REACH-54 kinds of other devices are added, renamed and deleted where they stand', async () => {
  const answers = {
    ...siteWith(),
    ...NO_WEBHOOKS,
    'serviceAccount.list': () => ({ tenantId: SITE.id, kind: 'site' as const, records: [] }),
    'contact.list': () => ({ records: [] }),
  }
  await openConsole('/app/settings/list?tabIndex=4', { answers, user: aUser({ role: 'ADMIN' }) })
  await saved('No kind yet.')
  await page.getByRole('button', { name: 'Add a kind' }).click()
  const form = page.getByRole('form')
  await form.getByRole('button', { name: 'Add a kind' }).click()
  await expect.element(form.getByText('Name is required')).toBeVisible()
  await form.getByLabelText('Name').first().fill('マット')
  await form.getByRole('button', { name: 'Add a kind' }).click()
  await saved('Kind added')
  expect(sentTo('asset.create')[0]!.body).toEqual({ type: 'KIND', name: 'マット', severity: 'high', roomField: 'name' })

  await page.getByRole('button', { name: 'Edit マット' }).click()
  await form.getByLabelText('Name').first().fill('Mat')
  await form.getByLabelText('The device names the room by').click()
  await page.getByRole('option', { name: 'Code in the care record' }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await saved('Mat')
  expect(sentTo('asset.patch')[0]!.body).toMatchObject({ name: 'Mat', roomField: 'code', version: 1 })
  await page.getByRole('button', { name: 'Delete Mat' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await saved('No kind yet.')
})
