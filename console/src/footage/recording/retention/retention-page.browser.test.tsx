/** How long a site keeps its recordings: limits on their fields, what they would remove, and what is saved. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SITE_PAGE } from '#console/testing/answers.ts'
import { openConsole } from '#console/testing/open.tsx'
import { idOf, NOW, SITE } from '#console/testing/rows.ts'
import { type Answers, errorAnswer, sentTo } from '#console/testing/service.ts'

const save = () => userEvent.keyboard('{Control>}s{/Control}')
const daysField = page.getByLabelText('Keep for', { exact: true })
const OLD = { count: 7, durationMs: 25_200_000, bytes: 7_000_000_000, oldestAt: NOW }
const NOTHING = { count: 0, durationMs: 0, bytes: 0, oldestAt: null }

const KNOWN = {
  ...{ tenantId: SITE.id, tenantName: SITE.schemaName, retained: OLD, onHubs: NOTHING, archived: NOTHING },
  shortenedAt: null,
}

/** A site whose recordings are older than 30 days. */
const site: Answers = {
  ...SITE_PAGE,
  'retention.preview': ({ query }) =>
    (query.days ?? 31) > 30
      ? { removed: NOTHING, cameras: [] }
      : { removed: OLD, cameras: [{ cameraId: idOf(101), cameraName: 'Room 201', ...OLD }] },
  'retention.save': ({ body: { isConfirmed, measurementDays = 14, ...draft } }) => {
    if (draft.days !== null && draft.days <= 30 && !isConfirmed) throw errorAnswer('removes-recordings')
    return {
      ...{ ...draft, ...KNOWN, measurementDays },
      ...{ version: draft.version + 1, lastEditedBy: 'Yuki Sato', lastEditedAt: NOW },
    }
  },
}

test('REC-05 limits are checked on their fields, and saved with the place', async () => {
  await openConsole('/app/recordings/retention', { answers: site })
  await expect.element(page.getByText('With these limits nothing is removed now.')).toBeVisible()
  await daysField.fill('０')
  await save()
  await expect.element(page.getByText('Whole days, from 1 to 3650.')).toBeVisible()
  expect(sentTo('retention.save')).toEqual([])
  await daysField.fill('45')
  await page.getByRole('radio', { name: 'On the hubs' }).click()
  await save()
  await expect.element(page.getByText('Changes saved.')).toBeVisible()
  expect(sentTo('retention.save').map(({ body }) => [body.days, body.place])).toEqual([[45, 'hub']])
})

test('REC-05 what limits would remove is shown by camera, and confirmed before it is removed', async () => {
  await openConsole('/app/recordings/retention', { answers: site })
  await daysField.fill('30')
  await expect.element(page.getByText('Room 201')).toBeVisible()
  await save()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog).toBeVisible()
  await dialog.getByRole('button').last().click()
  await expect.element(page.getByText('Changes saved.')).toBeVisible()
  expect(sentTo('retention.save').map(({ body }) => body.isConfirmed)).toEqual([false, true])
})
