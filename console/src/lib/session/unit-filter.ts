/** The units that dashboard, alerts and cameras are narrowed to (NAV-04); saved per site, so it survives a reload. */
import { useMemo } from 'react'
import { readStored, writeStored } from '../browser/storage.ts'
import { createStore } from '../store.ts'
import { session, siteOf, subscribeSession } from './session.ts'

export type ChosenUnit = { id: string; name: string }

const KEY = 'unit-filter'
const NONE: readonly ChosenUnit[] = []
type Choice = { owner: string; units: readonly ChosenUnit[] }
const choice = createStore(readChoice)
subscribeSession(() => choice.get().owner !== ownerNow() && choice.set(readChoice()))

/** Empty: no narrowing. Names come along so that the bar can be drawn before the units are fetched. */
export function useUnitFilter(): readonly ChosenUnit[] {
  return choice.use().units
}

/** The ids for a call's filter; undefined when nothing is narrowed. */
export function useUnitIds(): string[] | undefined {
  const units = useUnitFilter()
  return useMemo(() => (units.length ? units.map(({ id }) => id) : undefined), [units])
}

export function chooseUnits(units: readonly ChosenUnit[]): void {
  const next = { owner: ownerNow(), units }
  writeStored(KEY, next)
  choice.set(next)
}

function readChoice(): Choice {
  const owner = ownerNow()
  const stored = readStored(KEY, isChoice)
  return stored?.owner === owner ? stored : { owner, units: NONE }
}

/** Another person or another site has other units. */
function ownerNow(): string {
  const now = session()
  if (now.status !== 'signed-in') return ''
  return `${now.user.id}/${siteOf(now.user)?.id ?? ''}`
}

function isChoice(value: unknown): value is { owner: string; units: ChosenUnit[] } {
  const choice = value as { owner?: unknown; units?: unknown } | null
  return typeof choice?.owner === 'string' && Array.isArray(choice.units)
}
