/** What the screens of the first setup get: the home, and forms of other nouns. */
import type { Setup } from '@mimamori/contract/site/setup.ts'
import type { ComponentType } from 'react'

/** Parts of other nouns, passed in by the app. */
export type SetupParts = {
  /** A hub on another machine: its key and command. */
  HubElsewhere: ComponentType<{ tenantId: string }>
  /** The form of *Add camera*. */
  CameraForm: ComponentType<{ onAdded: () => void }>
  /** Draws the bed into the camera's frame. */
  Bed: ComponentType<{ cameraId: string }>
  Invite: ComponentType<{ tenantId: string; isFirst: boolean; onInvited: () => void }>
  /** An alarm that this device sounds. */
  TestAlarm: ComponentType
}
export type Home = NonNullable<Setup['home']>
