/** The first setup of an empty installation: one home, its hub, a camera, people. Requirement DOOR-01. */
import { z } from 'zod'
import { profileDraft } from '../identity/session.ts'
import { endpoint } from '../shared/endpoint.ts'
import { PLATFORM } from '../shared/roles.ts'
import { tenantPatch } from './tenant.ts'

/** People of the home that one answer names. */
export const SETUP_PEOPLE_MAX = 50

const setup = z.object({
  /** The only site of this installation; null before it is created. */
  home: z.object({ id: z.uuid(), name: z.string(), timezone: z.string() }).nullable(),
  /** The installation has several sites: it is set up on its pages. */
  isOver: z.boolean(),
  /** A hub that is started by one press stands ready on the machine of the service. */
  isHubHere: z.boolean(),
  /** The hub that was last active; null: none is registered. */
  hub: z.object({ id: z.uuid(), name: z.string(), isOnline: z.boolean() }).nullable(),
  /** The camera that was added last; null: no camera. */
  camera: z.object({ id: z.uuid(), name: z.string(), hasBed: z.boolean() }).nullable(),
  /** Everybody of the home, the first invited first. */
  people: z.array(
    z.object({
      id: z.uuid(),
      displayName: z.string(),
      /** The invitation was answered. */
      isRegistered: z.boolean(),
      /** A test alarm was seen and heard on a device. */
      isProven: z.boolean(),
    }),
  ),
})
export type Setup = z.infer<typeof setup>

export const setupHome = tenantPatch.pick({ name: true, timezone: true }).required()
export type SetupHome = z.input<typeof setupHome>

/** The first screen asks for the person's language as well. */
export const setupHomeForm = setupHome.extend({ locale: profileDraft.shape.locale })

export const setupEndpoints = {
  'setup.get': endpoint({
    method: 'GET',
    path: 'setup',
    access: PLATFORM,
    summary: 'How far the first setup of this installation is, read from its site, hub, cameras and people.',
    response: setup,
  }),
  'setup.home': endpoint({
    method: 'PUT',
    path: 'setup/home',
    access: PLATFORM,
    summary:
      'Create the home of an empty installation with its organisation, or change the name and time zone of the only one.',
    body: setupHome,
    response: setup,
    changes: true,
  }),
}
