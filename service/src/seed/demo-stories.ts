/**
 * The measurements of a camera second by second around an alert of the demo, and how far each app came: as a hub would
 * log them.
 */

import { GATES, type Gate, type LoggedApp, type MeasuredSecond } from '@mimamori/contract/insight/measurement-block.ts'
import { MARK_SENSITIVITIES, markOf } from '@mimamori/contract/insight/measurement-mark.ts'
import type { PeopleAppCode } from '@mimamori/contract/shared/app-catalogue.ts'
import type { AlertAppCode } from '@mimamori/contract/shared/apps.ts'
import type { Chance } from './chance.ts'
import type { PastAlert } from './demo-history.ts'

/** The measured seconds of a camera, by second. */
type Seconds = ReadonlyMap<number, MeasuredSecond>
type Story = { alert: PastAlert; at: number; seconds: Seconds; apps: readonly LoggedApp[]; chance: Chance }

/** Full seconds for which each sensitivity requires a state to last before an alert is raised. */
const LASTING_SECONDS = { low: 3, medium: 1, high: 0 } as const
/** Factors of a value above its threshold, or below it. */
const WELL_ABOVE = [1.3, 4] as const
const JUST_ABOVE = [1.02, 1.25] as const
const NEAR = [0.55, 0.95] as const
const CARE_ROUND_SECONDS = [25, 70] as const

/** Writes the story of an alert into the seconds around it. `at`: the second of the alert. */
export function writeStory(story: Story): void {
  const { alert } = story
  STORIES[alert.appCode]?.(story, alert.verdict?.of === 'false-alarm')
}

/** An app without a story has alerts in the demo with calm seconds around them. */
const STORIES: Partial<Record<AlertAppCode, (story: Story, isFalse: boolean) => void>> = {
  A001: walkThrough,
  A003: careRound,
  A004: wakeUp,
  A005: fall,
  A006: bedExit,
}

/** Somebody walks through the frame; sometimes another person follows within the pause. */
function walkThrough(story: Story, isFalse: boolean): void {
  const { at, chance } = story
  const stay = isFalse ? 2 : Math.round(chance.between(6, 20))
  const pass = (from: number, length: number, raised: Gate) => {
    each(story, from, from + length, (row) => seen(row, story, 1, NEAR))
    raise(story, 'A001', { from, until: from + length, raised, isBrief: isFalse })
  }
  pass(at, stay, 'raised')
  if (chance.happens(0.5)) pass(at + stay + 40, Math.round(chance.between(5, 12)), 'snoozed')
}

/** Somebody comes and moves in the room; for a false alert, a curtain or a patch of light. */
function careRound(story: Story, isFalse: boolean): void {
  const { at, chance, apps } = story
  const lasting = apps.find(({ appCode }) => appCode === 'A003')?.motionDurationSeconds ?? 0
  const stay = lasting + Math.round(isFalse ? chance.between(1, 3) : chance.between(...CARE_ROUND_SECONDS))
  each(story, at, at + stay, (row) => seen(row, story, isFalse ? 0 : 1, isFalse ? JUST_ABOVE : WELL_ABOVE))
  gate(story, 'A003', at, at + lasting, 'too-short')
  gate(story, 'A003', at + lasting, at + lasting + 1, 'raised')
  gate(story, 'A003', at + lasting + 1, at + stay, 'already-raised')
  // Before that something came near: leaves, a shadow, somebody at the door.
  const near = at - Math.round(chance.between(30, 60))
  each(story, near, near + 2, (row) => seen(row, story, 0, NEAR))
}

/** Lies still, stirs, sits up and remains sitting. */
function wakeUp(story: Story, isFalse: boolean): void {
  const { at, chance } = story
  inBed(story, at - 90, at + 90)
  stir(story, at - 8, at, [20, 90])
  const until = at + (isFalse ? 3 : Math.round(chance.between(20, 55)))
  stir(story, at, until, [150, 600])
  raise(story, 'A004', { from: at, until, raised: 'raised', isBrief: isFalse })
}

/** Turns over, sits on the edge of the bed, and leaves; mostly to the toilet. */
function bedExit(story: Story, isFalse: boolean): void {
  const { at, chance } = story
  inBed(story, at - 90, at + 2)
  stir(story, at - 25, at - 6, [25, 140])
  stir(story, at - 6, at, [180, 700])
  gate(story, 'A004', at - 1, at, 'too-short')
  const until = at + (isFalse ? 3 : Math.round(chance.between(12, 40)))
  each(story, at, until, (row) => seen(row, story, 1, NEAR))
  outOfBed(story, at + 2, at + 90)
  raise(story, 'A006', { from: at, until, raised: 'raised', isBrief: isFalse })
}

/** Walks, and is on the floor; help arrives after the alert was seen. A person who only knelt gets up again at once. */
function fall(story: Story, isFalse: boolean): void {
  const { at, chance, alert } = story
  outOfBed(story, at - 22, at + 120)
  each(story, at - 20, at, (row) => seen(row, story, 1, NEAR))
  const helpAt = Math.ceil((alert.seen?.at.getTime() ?? Number.POSITIVE_INFINITY) / 1000) + 20
  const until = at + (isFalse ? 3 : Math.min(100, Math.round(helpAt - at + chance.between(20, 60))))
  each(story, at, until, (row) => {
    seen(row, story, row.second >= helpAt ? 2 : 1, NEAR)
    row.blobHeightPercent = Math.round(chance.between(12, 18))
    row.blobAspectTenths = Math.round(chance.between(4, 7))
  })
  if (isFalse) each(story, until, until + 30, (row) => seen(row, story, 1, NEAR))
  raise(story, 'A005', { from: at, until, raised: 'raised', isBrief: isFalse })
}

type Raised = { from: number; until: number; raised: Gate; isBrief: boolean }

/** From the first sign to the alert with its marks; a brief event ends before the lowest sensitivity counts it. */
function raise(story: Story, appCode: PeopleAppCode, { from, until, raised, isBrief }: Raised): void {
  const logged = story.apps.find((app) => app.appCode === appCode)
  const lasting = LASTING_SECONDS[logged?.sensitivity ?? 'medium']
  gate(story, appCode, from, from + lasting, 'too-short')
  gate(story, appCode, from + lasting, from + lasting + 1, raised)
  // A snoozed event stays snoozed while it lasts; a raised one is raised once.
  gate(story, appCode, from + lasting + 1, until, raised === 'raised' ? 'already-raised' : raised)
  for (const sensitivity of MARK_SENSITIVITIES) {
    const row = story.seconds.get(from + LASTING_SECONDS[sensitivity])
    if (row && !(isBrief && sensitivity === 'low')) row.marks |= markOf(appCode, sensitivity)
  }
}

/** Somebody, or something, moves in the room; `changes`: relative to the threshold of A003. */
function seen(row: MeasuredSecond, { apps, chance }: Story, people: number, changes: readonly [number, number]): void {
  const asked = apps.find(({ appCode }) => appCode === 'A003')?.pixelChangePercent ?? 1
  row.people = Math.max(row.people, people)
  row.changedShare = Math.max(row.changedShare, Math.round(100 * asked * chance.between(...changes)))
  row.movingShare = Math.max(row.movingShare, Math.round(row.changedShare * chance.between(0.2, 0.6)))
  row.outsideShare = Math.max(row.outsideShare, Math.round(row.movingShare * chance.between(0.5, 1)))
  row.blobHeightPercent = Math.round(people > 0 ? chance.between(38, 62) : chance.between(6, 20))
  row.blobAspectTenths = Math.round(people > 0 ? chance.between(21, 30) : chance.between(4, 14))
  if (row.changedShare < 100 * asked) come(row, 'A003', 'below-threshold')
  if (people > 0) for (const appCode of ['A004', 'A005', 'A006'] as const) come(row, appCode, 'person-seen')
}

function inBed(story: Story, from: number, until: number): void {
  each(story, from, until, (row) => {
    row.bed = 'occupied'
    row.people = 0
  })
}

function outOfBed(story: Story, from: number, until: number): void {
  each(story, from, until, (row) => {
    row.bed = 'empty'
    row.insideShare = 0
  })
}

function stir(story: Story, from: number, until: number, [low, high]: readonly [number, number]): void {
  each(story, from, until, (row) => {
    row.insideShare = Math.round(story.chance.between(low, high))
  })
}

function gate(story: Story, appCode: AlertAppCode, from: number, until: number, to: Gate): void {
  each(story, from, until, (row) => come(row, appCode, to))
}

/** Stores the furthest gate of an app; an app that is off stays off. */
function come(row: MeasuredSecond, appCode: AlertAppCode, to: Gate): void {
  if (row.gates[appCode] !== 'off' && GATES.indexOf(to) > GATES.indexOf(row.gates[appCode])) row.gates[appCode] = to
}

function each({ seconds }: Story, from: number, until: number, tell: (row: MeasuredSecond) => void): void {
  for (let second = from; second < until; second++) {
    const row = seconds.get(second)
    if (row) tell(row)
  }
}
