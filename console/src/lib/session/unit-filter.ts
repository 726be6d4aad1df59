/** The units that dashboard, alerts and cameras are narrowed to (NAV-04); kept per site, so it survives a reload. */
import { useMemo, useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../browser/storage.ts'
import { session, siteOf, subscribeSession } from './session.ts'

export type ChosenUnit = { id: string; name: string }

const KEY = 'unit-filter'
const NONE: readonly ChosenUnit[] = []
const listeners = new Set<() => void>()
let current: { owner: string; units: readonly ChosenUnit[] } | null = null

/** Empty: no narrowing. Names come along so that the bar can be drawn before the units are fetched. */
export function useUnitFilter(): readonly ChosenUnit[] {
  return useSyncExternalStore(subscribe, chosenUnits)
}

/** The ids for a call's filter; undefined when nothing is narrowed. */
export function useUnitIds(): string[] | undefined {
  const units = useUnitFilter()
  return useMemo(() => (units.length ? units.map(({ id }) => id) : undefined), [units])
}

export function chooseUnits(units: readonly ChosenUnit[]): void {
  const owner = ownerNow()
  current = { owner, units }
  writeStored(KEY, current)
  for (const listener of listeners) listener()
}

function chosenUnits(): readonly ChosenUnit[] {
  const owner = ownerNow()
  if (current?.owner !== owner) {
    const stored = readStored(KEY, isChoice)
    current = stored?.owner === owner ? stored : { owner, units: NONE }
  }
  return current.units
}

/** Another person or another site has other units. */
function ownerNow(): string {
  const now = session()
  if (now.status !== 'signed-in') return ''
  return `${now.user.id}/${siteOf(now.user)?.id ?? ''}`
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  const stop = subscribeSession(listener)
  return () => {
    listeners.delete(listener)
    stop()
  }
}

function isChoice(value: unknown): value is { owner: string; units: ChosenUnit[] } {
  const choice = value as { owner?: unknown; units?: unknown } | null
  return typeof choice?.owner === 'string' && Array.isArray(choice.units)
}
