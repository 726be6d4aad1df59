/** A page that the browser translates, as Chrome does for users who read neither language: it must stay correct. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { alarmSite } from '#console/testing/alarm-site.ts'
import { openConsole } from '#console/testing/open.tsx'
import { aUser, idOf } from '#console/testing/rows.ts'

const WAYS = ['replace', 'insert'] as const
type Way = (typeof WAYS)[number]

/** `replace` exchanges each text in one step; `insert` adds its translation before it and then removes it. */
function translate(way: Way): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    if (!text.nodeValue?.trim() || text.parentElement?.closest('script, style, font')) continue
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    inner.textContent = text.nodeValue
    outer.append(inner)
    if (way === 'replace') text.replaceWith(outer)
    else {
      text.before(outer)
      text.remove()
    }
  }
}

test.for(WAYS)('the alarm bar of a translated page shows the claimer (%s)', async (way) => {
  const nurse = aUser({ role: 'USER' })
  const site = alarmSite(nurse, 1)
  await openConsole('/app/alerts/list', { user: nurse, answers: site.answers })
  const row = page.getByCss(`[data-alarm="${idOf(1)}"]`)
  await expect.element(row).toMatchTextContent('Nobody is going yet')
  translate(way)
  const claimer = { userId: idOf(905), userName: 'Mei Tanaka', at: new Date().toISOString() }
  site.become(idOf(1), { state: 'claimed', claimer, claimEndsAt: new Date(Date.now() + 180_000).toISOString() })
  await expect.element(row).toMatchTextContent(/Mei Tanaka is going, \d:\d\d/)
  await expect.element(row).not.toMatchTextContent('Nobody is going yet')

  translate(way)
  site.become(idOf(1), { state: 'arrived', claimer, arrived: { ...claimer, seenBy: 'person' } })
  await expect.element(row).toMatchTextContent(/Mei Tanaka is there, \d:\d\d/)
  await expect.element(row).not.toMatchTextContent(/ is going, /)
})
