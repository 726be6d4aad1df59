/** Which steps of a new site are done. */
import { FIRST_STEPS, type FirstStep, type FirstSteps } from '@mimamori/contract/site/first-steps.ts'

export type SiteState = {
  hubs: number
  connectedHubs: number
  cameras: number
  camerasInUnits: number
  roomCameras: number
  /** Room cameras with an outlined bed. */
  outlinedBeds: number
  /** Cameras on which at least one app detects. */
  detectingCameras: number
  /** Besides the one administrator that every site begins with. */
  people: number
  escalations: number
  provenDevices: number
  /** Cameras with a finished walk test. */
  walkedCameras: number
}

type Step = FirstSteps['steps'][number]

/** `packages`: of the site's license; escalation is there with PRO alone. */
export function stepsOf(state: SiteState, packages: readonly string[]): Step[] {
  return FIRST_STEPS.filter((step) => step !== 'escalation' || packages.includes('PRO')).map((step) => ({
    step,
    ...RULES[step](state),
  }))
}

type Rule = (state: SiteState) => Omit<Step, 'step'>

const some = (count: number) => ({ isDone: count > 0, count, of: null })
/** Done if all are done, and there is at least one. */
const all = (count: number, of: number) => ({ isDone: of > 0 && count >= of, count, of })

const RULES: Record<FirstStep, Rule> = {
  hub: ({ connectedHubs, hubs }) => ({ isDone: connectedHubs > 0, count: connectedHubs, of: hubs }),
  cameras: ({ cameras }) => some(cameras),
  units: ({ camerasInUnits, cameras }) => all(camerasInUnits, cameras),
  // A site without rooms has no beds to outline.
  beds: ({ outlinedBeds, roomCameras, cameras }) => ({
    ...all(outlinedBeds, roomCameras),
    ...(roomCameras === 0 && { isDone: cameras > 0 }),
  }),
  apps: ({ detectingCameras, cameras }) => all(detectingCameras, cameras),
  people: ({ people }) => some(people),
  escalation: ({ escalations }) => some(escalations),
  device: ({ provenDevices }) => some(provenDevices),
  walk: ({ walkedCameras }) => some(walkedCameras),
}
