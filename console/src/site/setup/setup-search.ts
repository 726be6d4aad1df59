/** Which screen of the first setup is shown, saved in the address, so that the browser's own buttons lead through them. */
import type { Setup } from '@mimamori/contract/site/setup.ts'
import { SETUP_STEPS, type SetupStep } from '@mimamori/contract/site/site-lists.ts'

export type SetupSearch = { step?: SetupStep }

/** Reads an address that anybody may have typed. */
export function toSetupSearch(raw: Record<string, unknown>): SetupSearch {
  const step = SETUP_STEPS.find((known) => known === raw.step)
  return step ? { step } : {}
}

/** What is done already. */
export function doneSteps({ home, hub, camera, people }: Setup): SetupStep[] {
  const isDone: Record<SetupStep, boolean> = {
    home: home !== null,
    hub: hub?.isOnline ?? false,
    camera: camera !== null,
    people: people.length > 0,
  }
  return SETUP_STEPS.filter((step) => isDone[step])
}

/** Nothing comes before the home; unless one is asked for, it is the first screen with something to do, and the last one at the end. */
export function shownStep(setup: Setup, asked: SetupStep | undefined): SetupStep {
  if (setup.home === null) return 'home'
  const done = doneSteps(setup)
  return asked ?? SETUP_STEPS.find((step) => !done.includes(step)) ?? 'people'
}
